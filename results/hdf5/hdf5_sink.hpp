// The results of a run as one HDF5 file, in the layout of results/SCHEMA.md. The file is built in
// memory and written at once, so that its final name always belongs to a whole file: the new one,
// or the one before.
//
//   Hdf5Sink sink("flux.h5");  sink.probe();  …  sink.write(run);
#pragma once

#include <string>

#include "results/sink.hpp"

namespace ldfi::results {

/// The version of the layout. It grows with every change that a reader could notice.
inline constexpr int schema_version = 21;
/// That of a file in whose run all that one node sends another at a tick is late together, and nothing
/// that it sends itself.
inline constexpr int theorems_schema_version = 20;
/// That of a file in which moreover nothing is proved for every EOT.
inline constexpr int known_schema_version = 19;
/// That of a file in which moreover no stored falsifier was executed again.
inline constexpr int minimised_schema_version = 18;
/// That of a file in which moreover no counterexample was made smaller.
inline constexpr int system_sweeps_schema_version = 17;
/// That of a file that is moreover not about the Fspec of a sweep of a real system, or of its command
/// line.
inline constexpr int fifo_schema_version = 16;
/// That of a file in whose run moreover no channel is fifo.
inline constexpr int counts_schema_version = 15;
/// That of a file moreover without counts of all fault sets.
inline constexpr int late_schema_version = 14;
/// That of a file in whose run messages are moreover never late.
inline constexpr int systems_schema_version = 13;
/// That of a file whose run is moreover about no real system.
inline constexpr int params_schema_version = 12;
/// Of files whose cells all have the constants that its program sets.
inline constexpr int choices_schema_version = 11;
/// Of files of runs in which moreover nobody says who restarts, or after how many ticks.
inline constexpr int damage_schema_version = 10;
/// Of files of runs in which moreover nothing on disks is damaged, and partitions cut both directions.
inline constexpr int pauses_schema_version = 9;
/// Of files of runs that have no pauses, dead disks or write-backs either.
inline constexpr int limits_schema_version = 8;
/// Of files of runs without limits of faults, in which no write fails.
inline constexpr int specifications_schema_version = 7;
/// Of files of runs that moreover have no specifications.
inline constexpr int outages_schema_version = 6;
/// Of files of runs in which moreover every node may crash, and none restarts.
inline constexpr int plain_schema_version = 5;

class Hdf5Sink final : public ResultSink {
 public:
  explicit Hdf5Sink(std::string path) : path_(std::move(path)) {}

  /// Throws the EnvironmentError that write() would throw if `path` holds anything but a results
  /// file (a link is none), or if its folder cannot be written to: a user should know that before a
  /// long search. Leaves nothing behind.
  void probe() const;

  /// Writes PATH.tmp-<number>, syncs it, and renames it to PATH (`x.h5`). An older PATH is kept as
  /// `x.prev.h5`, `x.prev-2.h5` and so on. Throws EnvironmentError with call, path and reason; the
  /// older file is then untouched, and the temporary one is gone.
  void write(const RunRecord& run, const BudgetCheck& check = {}) override;

 private:
  std::string path_;
};

}  // namespace ldfi::results
