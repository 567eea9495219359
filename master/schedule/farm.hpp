// The loop around a Master: steps it until the search is over, lets a local worker (the farm of one
// rank) take turns, and idles when nobody has anything to do.
#pragma once

#include <functional>
#include <optional>

#include "master/schedule/master_machine.hpp"

namespace ldfi::schedule {

/// One step of a worker in this process; true if it did anything. Empty when workers run elsewhere.
using LocalWorker = std::function<bool()>;

class Farm {
 public:
  /// `transport` connects the master with its workers: MPI, or a loopback of two when `local` is
  /// given.
  Farm(wire::Transport& transport, MasterOptions options, LocalWorker local = {});
  /// Stops the workers if stop() did not; swallows errors, since there may be one already on its
  /// way.
  ~Farm();
  Farm(const Farm&) = delete;
  Farm& operator=(const Farm&) = delete;

  /// Runs one search to its end. On an exception (see Master::step) the workers are stopped first.
  SearchResult run(const wire::Setup& setup, search::Strategy& strategy,
                   std::optional<std::uint64_t> fingerprint = std::nullopt);
  /// Ends the workers; run() must not be called again.
  void stop();
  [[nodiscard]] const Progress& progress() const { return master_.progress(); }

 private:
  wire::Transport& transport_;
  Master master_;
  LocalWorker local_;
};

/// A farm for a single search: begins, runs, stops.
SearchResult run_farm(wire::Transport& transport, MasterOptions options, const wire::Setup& setup,
                      search::Strategy& strategy, LocalWorker local = {},
                      std::optional<std::uint64_t> fingerprint = std::nullopt);

}  // namespace ldfi::schedule
