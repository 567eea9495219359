// Reads a results file into a RunRecord. The file may come from an untrusted source: every name,
// type, size and index is checked. An error names the place in the file.
//
//   const RunRecord run = read_run("kafka.h5");
#pragma once

#include <string>

#include "common/base/errors.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// Thrown if a file is damaged or is not a results file. The text is, for example, "x.h5: /cells:
/// there is no column eot".
class DamagedFile : public InputError {
 public:
  DamagedFile(const std::string& file, const std::string& object, const std::string& problem);
};

/// Limits for reading a file. If a file exceeds a limit, read_run() throws DamagedFile.
struct ReadLimits {
  std::uint64_t max_rows = 20'000'000;    ///< most rows of one table
  std::uint64_t max_bytes = 4ULL << 30U;  ///< most bytes that are read from the file
  std::uint64_t max_groups = 100'000;     ///< most derivation graphs of one cell
};

/// Reads a file. Throws EnvironmentError if the file cannot be opened, and DamagedFile if its
/// layout is not that of results/SCHEMA.md. Ignores unknown columns and groups. HDF5 1.10 trusts
/// the contents of files, so a malicious file may crash this process or make it compute forever.
RunRecord read_run(const std::string& path, const ReadLimits& limits = {});

}  // namespace ldfi::results
