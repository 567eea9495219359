// The workers of a run: the other ranks of an MPI job or, if there is only one rank, a worker in this process
// that takes turns with the master.
#pragma once

#include <memory>

#include "common/farm/heartbeat/heartbeat.hpp"
#include "common/farm/wire/loopback.hpp"
#include "master/schedule/farm.hpp"
#include "worker/machine/worker_machine.hpp"

namespace ldfi::app {

class Ranks {
 public:
  /// `mpi` connects the ranks of a job in which this is rank 0; null if there is only this process.
  /// `stop_requested` becomes MasterOptions::stop_requested of every farm.
  explicit Ranks(wire::Transport* mpi,
                 std::function<std::optional<std::string>()> stop_requested = {})
      : mpi_(mpi), stop_requested_(std::move(stop_requested)) {}

  /// Returns the number of ranks, including the master.
  [[nodiscard]] int size() const { return mpi_ == nullptr ? 1 : mpi_->size(); }
  /// Returns true if there is only this process, which then also has the only worker.
  [[nodiscard]] bool alone() const { return size() == 1; }

  /// Starts the heartbeat to the other ranks. A rank that has received nothing for `silence_s` seconds
  /// assumes that this rank hangs, and shows the user `resume_hint`. Does nothing if there are no other
  /// ranks, or if `silence_s` is 0.
  void beat(double silence_s, const std::string& resume_hint);
  /// Sets a text about what this rank is doing, such as "searching, 12 answers in". The other ranks report
  /// this text if this rank falls silent.
  void set_doing(const std::string& doing);

  /// Returns the reason to stop the run, or nullopt. Called during long work for which there is no farm.
  [[nodiscard]] std::optional<std::string> stop_requested() const {
    return stop_requested_ ? stop_requested_() : std::nullopt;
  }

  /// Returns a farm of these ranks. The farm must not outlive this object. `factory` makes the executor of
  /// the worker in this process.
  [[nodiscard]] std::unique_ptr<schedule::Farm> make_farm(schedule::MasterOptions options,
                                                          execute::ExecutorFactory factory);

 private:
  wire::Transport* mpi_;
  std::function<std::optional<std::string>()> stop_requested_;
  std::unique_ptr<wire::LoopbackHub> hub_;
  std::unique_ptr<execute::WorkerMachine> worker_;
  wire::MasterHeartbeat beat_;
  std::unique_ptr<wire::Heartbeat> heartbeat_;
};

}  // namespace ldfi::app
