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

  /// Throws the EnvironmentError that write() would end in if something stands there that is no
  /// results file (a link is none), or the folder cannot be written to: better known before a long
  /// search than after it. Leaves nothing behind.
  void probe() const;

  /// Writes PATH.tmp-<number>, syncs it, keeps an older PATH (`x.h5`) as `x.prev.h5`, `x.prev-2.h5`
  /// and so on, and gives the new file its name. Throws EnvironmentError with call, path and
  /// reason; then the older file is untouched and the temporary one is gone.
  void write(const RunRecord& run, const BudgetCheck& check = {}) override;

 private:
  std::string path_;
};

}  // namespace ldfi::results
