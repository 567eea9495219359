// Writes the results of a run as one HDF5 file, in the layout of results/SCHEMA.md. The file is
// built in memory and then replaces the older file in one step. The file at the final name is
// therefore always complete.
//
//   Hdf5Sink sink("flux.h5");  sink.probe();  …  sink.write(run);
#pragma once

#include <string>

#include "results/sink.hpp"

namespace ldfi::results {

/// The newest version of the layout. It is the first version in which delays may be limited for
/// each relation, or may hit messages of a node to itself. The version grows with every change that
/// a reader could notice. A file gets the lowest version that has all its contents.
inline constexpr int schema_version = 21;
/// First version with theorems: claims that are proved for every EOT.
inline constexpr int theorems_schema_version = 20;
/// First version with counterexamples of earlier runs that were executed again.
inline constexpr int known_schema_version = 19;
/// First version with minimised counterexamples.
inline constexpr int minimised_schema_version = 18;
/// First version with an Fspec for real systems, in the cells of a sweep or from the command line.
inline constexpr int system_sweeps_schema_version = 17;
/// First version with FIFO channels.
inline constexpr int fifo_schema_version = 16;
/// First version with counts of all fault sets (--count).
inline constexpr int counts_schema_version = 15;
/// First version with messages that may be late or duplicated.
inline constexpr int late_schema_version = 14;
/// First version with runs about a real system.
inline constexpr int systems_schema_version = 13;
/// First version with cells whose constants differ from those of the program.
inline constexpr int params_schema_version = 12;
/// First version with choices about restarts (which nodes, after how many ticks) and with named
/// sets of nodes.
inline constexpr int choices_schema_version = 11;
/// First version with corruptions of disks, and with partitions that lose messages in only one
/// direction.
inline constexpr int damage_schema_version = 10;
/// First version with pauses, dead disks and write-backs.
inline constexpr int pauses_schema_version = 9;
/// First version with limits for single kinds of faults, and with failed writes.
inline constexpr int limits_schema_version = 8;
/// First version with specifications.
inline constexpr int specifications_schema_version = 7;
/// First version with the crash model `stop`, and with a choice of the nodes that may crash.
inline constexpr int outages_schema_version = 6;
/// The lowest version, for files without any of the contents listed above.
inline constexpr int plain_schema_version = 5;

class Hdf5Sink final : public ResultSink {
 public:
  explicit Hdf5Sink(std::string path) : path_(std::move(path)) {}

  /// Throws the error that write() would throw if `path` exists and is not a results file, or if
  /// its folder is not writable. Symbolic links are refused. Called before a long search, so that
  /// the search is not in vain. Leaves no file behind.
  void probe() const;

  /// Writes the results to the file PATH.tmp-<number>, forces this file to the disk, and renames it
  /// to PATH (`x.h5`). Keeps an older PATH as `x.prev.h5`, `x.prev-2.h5` and so on. Throws
  /// EnvironmentError with call, path and reason. In this case, the older file is unchanged and the
  /// temporary file is removed.
  void write(const RunRecord& run, const BudgetCheck& check = {}) override;

 private:
  std::string path_;
};

}  // namespace ldfi::results
