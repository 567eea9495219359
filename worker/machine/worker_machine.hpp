// A worker as a state machine: it receives a Setup, then Jobs one at a time, and answers each with a Report.
// Any error is sent to the master as a Failure. After that, the worker only waits for Stop, or for the Setup
// of another search. So all ranks leave the farm in the same way.
//
//   while (machine.step() != StepResult::finished) { … idle() … }
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "common/campaign/executor.hpp"
#include "common/farm/heartbeat/heartbeat.hpp"
#include "common/farm/wire/messages.hpp"
#include "worker/machine/master_watch.hpp"

namespace ldfi::execute {

enum class StepResult : std::uint8_t {
  idle,      ///< there was no message
  busy,      ///< a message was handled
  finished,  ///< Stop arrived: step() must not be called again
};

using ExecutorFactory = std::function<std::unique_ptr<campaign::Executor>(const wire::Setup&)>;

class WorkerMachine {
 public:
  static constexpr int master_rank = 0;
  /// `factory` makes the executor at the first Job after a Setup. `heartbeat` sends heartbeats during a job,
  /// and may be null. `clock` returns the seconds of a monotonic clock.
  WorkerMachine(wire::Transport& transport, ExecutorFactory factory,
                wire::Heartbeat* heartbeat = nullptr,
                std::function<double()> clock = steady_seconds);
  static double steady_seconds();

  /// Handles at most one message. Throws MasterSilent and what the transport throws. Throws std::bad_alloc if
  /// there is not even enough memory to send the Failure.
  StepResult step();

  /// Reports to the master that this rank was requested to stop. The master then ends the farm.
  void request_stop(const std::string& why);

  [[nodiscard]] const MasterWatch& master() const { return master_; }

 private:
  std::optional<wire::Envelope> next_message();
  StepResult handle(const wire::Envelope& envelope);
  void take(wire::Setup setup);
  void work(const Job& job);
  void say_alive();
  void say_suspended(bool suspended);
  bool heard_beat(const wire::Envelope& envelope);
  void fail();

  wire::Transport& transport_;
  ExecutorFactory factory_;
  wire::Heartbeat* heartbeat_;
  std::function<double()> clock_;
  MasterWatch master_;
  std::deque<wire::Envelope> waiting_;  ///< messages that arrived during a job, except heartbeats
  std::optional<wire::Setup> setup_;
  std::unique_ptr<campaign::Executor> executor_;
  double said_alive_ = 0;
  bool failed_ = false;
};

/// Runs a worker until Stop, and sleeps when there is nothing to do. `stop_requested`, which may be empty, is
/// called between steps and returns a reason to stop ("SIGUSR1"). Returns what the worker knows about the
/// master at the end. Throws what WorkerMachine::step() throws.
MasterWatch run_worker(wire::Transport& transport, ExecutorFactory factory,
                       wire::Heartbeat* heartbeat = nullptr,
                       const std::function<std::optional<std::string>()>& stop_requested = {});

}  // namespace ldfi::execute
