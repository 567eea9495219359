// The loop around a Master: it steps the master until the search is finished. In a farm of one rank, a
// local worker takes turns. The loop idles when there is nothing to do.
#pragma once

#include <functional>
#include <optional>

#include "common/farm/wire/messages.hpp"
#include "master/schedule/master_machine.hpp"

namespace ldfi::schedule {

/// Takes one step of a worker in this process. Returns true if it did anything. Empty if workers run
/// elsewhere.
using LocalWorker = std::function<bool()>;

class Farm {
 public:
  /// `transport` connects the master with its workers: MPI, or, with `local`, a loopback of two ends.
  Farm(wire::Transport& transport, MasterOptions options, LocalWorker local = {});
  /// Stops the workers if stop() did not. Ignores errors, since another exception may be active.
  ~Farm();
  Farm(const Farm&) = delete;
  Farm& operator=(const Farm&) = delete;

  /// Runs one search to its end. Stops the workers before it throws (see Master::step).
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
