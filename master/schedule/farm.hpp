// The loop around a Master: it steps the master until the search is over, lets a local worker (in a
// farm of one rank) take turns, and idles when nobody has anything to do.
#pragma once

#include <functional>
#include <optional>

#include "common/farm/wire/messages.hpp"
#include "master/schedule/master_machine.hpp"

namespace ldfi::schedule {

/// One step of a worker in this process. True if it did anything. Empty if workers run elsewhere.
using LocalWorker = std::function<bool()>;

class Farm {
 public:
  /// `transport` connects the master with its workers: MPI, or, with `local`, a loopback of two.
  Farm(wire::Transport& transport, MasterOptions options, LocalWorker local = {});
  /// Stops the workers if stop() did not. Swallows errors, since another one may be on its way.
  ~Farm();
  Farm(const Farm&) = delete;
  Farm& operator=(const Farm&) = delete;

  /// Runs one search to its end. Before it throws (see Master::step), it stops the workers.
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

/// Runs a single search: makes a farm, runs it, stops it.
SearchResult run_farm(wire::Transport& transport, MasterOptions options, const wire::Setup& setup,
                      search::Strategy& strategy, LocalWorker local = {},
                      std::optional<std::uint64_t> fingerprint = std::nullopt);

}  // namespace ldfi::schedule
