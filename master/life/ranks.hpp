// Where the workers of a run are: on the other ranks of an MPI job, or, when there are none, one in
// this process that takes turns with the master.
#pragma once

#include <memory>

#include "common/farm/heartbeat/heart.hpp"
#include "common/farm/wire/loopback.hpp"
#include "master/schedule/farm.hpp"
#include "worker/machine/worker_machine.hpp"

namespace ldfi::app {

class Ranks {
 public:
  /// `mpi` connects the ranks of a job (this is rank 0 of it); null: there is only this process.
  /// `stop_requested`: see MasterOptions; of every farm.
  explicit Ranks(wire::Transport* mpi,
                 std::function<std::optional<std::string>()> stop_requested = {})
      : mpi_(mpi), stop_requested_(std::move(stop_requested)) {}

  /// Of the whole run, the master included.
  [[nodiscard]] int size() const { return mpi_ == nullptr ? 1 : mpi_->size(); }
  /// True if the only worker is in this process.
  [[nodiscard]] bool alone() const { return size() == 1; }

  /// From now on the other ranks hear that this one lives, and may take it for stuck when they do
  /// not for so many seconds; they then say `way_on`. Not if there are none, nor if 0.
  void beat(double silence_s, const std::string& way_on);
  /// What this rank is at, for them to know then: "searching, 12 answers in".
  void set_doing(const std::string& doing);

  /// A farm over these ranks; `factory` is for a worker in this process. Valid as long as this is.
  [[nodiscard]] std::unique_ptr<schedule::Farm> make_farm(schedule::MasterOptions options,
                                                          execute::ExecutorFactory factory);

 private:
  wire::Transport* mpi_;
  std::function<std::optional<std::string>()> stop_requested_;
  std::unique_ptr<wire::LoopbackHub> hub_;
  std::unique_ptr<execute::WorkerMachine> worker_;
  wire::Beat beat_;
  std::unique_ptr<wire::Heart> heart_;
};

}  // namespace ldfi::app
