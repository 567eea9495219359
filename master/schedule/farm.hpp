// The loop of rank 0: it calls Master::step() until the search is finished, and sleeps when there is nothing
// to do. If there is only one rank, a worker in the same process takes turns with the master.
#pragma once

#include <functional>
#include <optional>

#include "common/farm/wire/messages.hpp"
#include "master/schedule/master_machine.hpp"

namespace ldfi::schedule {

/// Takes one step of a worker in this process, and returns true if the worker did anything. Empty if the
/// workers are other ranks.
using LocalWorker = std::function<bool()>;

class Farm {
 public:
  /// `transport` connects the master with its workers: MPI or, with `local`, a loopback with two ends.
  Farm(wire::Transport& transport, MasterOptions options, LocalWorker local = {});
  /// Stops the workers, unless stop() was called. Ignores errors, since another exception may be active.
  ~Farm();
  Farm(const Farm&) = delete;
  Farm& operator=(const Farm&) = delete;

  /// Runs one search to its end. If it throws, it has stopped the workers before. Throws what Master::step()
  /// throws.
  SearchResult run(const wire::Setup& setup, search::Strategy& strategy,
                   std::optional<std::uint64_t> fingerprint = std::nullopt);
  /// Ends the workers. run() must not be called afterwards.
  void stop();
  [[nodiscard]] const Progress& progress() const { return master_.progress(); }

 private:
  wire::Transport& transport_;
  Master master_;
  LocalWorker local_;
};

/// Makes a farm, runs a single search, and stops the farm.
SearchResult run_farm(wire::Transport& transport, MasterOptions options, const wire::Setup& setup,
                      search::Strategy& strategy, LocalWorker local = {},
                      std::optional<std::uint64_t> fingerprint = std::nullopt);

}  // namespace ldfi::schedule
