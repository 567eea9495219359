// The results of a run as one HDF5 file, laid out as results/SCHEMA.md says. The file is built in
// memory and written at once: under its final name stands a whole file, or the one that stood there
// before.
//
//   Hdf5Sink sink("flux.h5");  sink.probe();  …  sink.write(run);
#pragma once

#include <string>

#include "results/sink.hpp"

namespace ldfi::results {

/// The version of the layout; grows with every change that a reader could notice.
inline constexpr int schema_version = 4;

class Hdf5Sink final : public ResultSink {
 public:
  explicit Hdf5Sink(std::string path) : path_(std::move(path)) {}

  /// Throws the EnvironmentError that write() would end in if the path is a directory or device, or
  /// its folder cannot be written to: better known before a long search than after it. Leaves
  /// nothing behind.
  void probe() const;

  /// Writes PATH.tmp-<pid>, syncs it, renames an older PATH (`x.h5`) to `x.prev.h5`, and gives the
  /// new file its name. Throws EnvironmentError with call, path and reason; then the older file is
  /// untouched and the temporary one is gone.
  void write(const RunRecord& run) override;

 private:
  std::string path_;
};

/// `a/x.h5` → `a/x.prev.h5`; `x` → `x.prev`.
std::string previous_name(const std::string& path);

}  // namespace ldfi::results
