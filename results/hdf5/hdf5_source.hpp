// Reads a results file back into the values that it was written from. The file may come from
// anywhere: every name, type, size and index is checked, and an error names the place in the file.
//
//   const RunRecord run = read_run("kafka.h5");
#pragma once

#include <string>

#include "common/base/errors.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// The file is no results file, or is damaged: "x.h5: /cells: there is no column eot".
class DamagedFile : public InputError {
 public:
  DamagedFile(const std::string& file, const std::string& object, const std::string& problem);
};

/// What a file may hold at most; DamagedFile if it holds more.
struct ReadLimits {
  std::uint64_t max_rows = 20'000'000;    ///< of one table
  std::uint64_t max_bytes = 4ULL << 30U;  ///< of everything that is read
  std::uint64_t max_groups = 100'000;     ///< graphs of one cell
};

/// Throws EnvironmentError if the file cannot be opened, and DamagedFile if it is not what
/// results/SCHEMA.md describes. Other columns and groups are ignored. HDF5 1.10 trusts the file's
/// contents: a hostile file may crash this process, or make it compute without end.
RunRecord read_run(const std::string& path, const ReadLimits& limits = {});

}  // namespace ldfi::results
