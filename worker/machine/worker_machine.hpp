// A worker as a state machine. It receives a Setup, and then Jobs one at a time. It answers each
// Job with a Report. It sends any error to the master as a Failure, and then only waits for Stop,
// or for the Setup of another search. So all ranks end in the same way.
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
  finished,  ///< a Stop arrived, so step() must not be called again
};

using ExecutorFactory = std::function<std::unique_ptr<campaign::Executor>(const wire::Setup&)>;

class WorkerMachine {
 public:
  static constexpr int master_rank = 0;
  /// `factory` makes the executor at the first Job after a Setup. `heartbeat` sends heartbeats
  /// during a Job, and may be null. `clock` returns the time in seconds, and never goes back.
  WorkerMachine(wire::Transport& transport, ExecutorFactory factory,
                wire::Heartbeat* heartbeat = nullptr,
                std::function<double()> clock = steady_seconds);
  static double steady_seconds();

  /// Handles at most one message. Throws MasterSilent, and all exceptions of the transport. Throws
  /// std::bad_alloc if the memory does not even suffice to send a Failure.
  StepResult step();

  /// Reports to the master that this rank has been asked to stop, and the reason. The master then
  /// ends the run.
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

/// Runs a worker until a Stop arrives, and sleeps while there is nothing to do. `stop_requested`
/// may be empty. It is called between steps, and returns the reason if the worker should stop
/// ("SIGUSR1"). Returns the final state of the watch on the master. Throws all exceptions of
/// WorkerMachine::step().
MasterWatch run_worker(wire::Transport& transport, ExecutorFactory factory,
                       wire::Heartbeat* heartbeat = nullptr,
                       const std::function<std::optional<std::string>()>& stop_requested = {});

}  // namespace ldfi::execute
