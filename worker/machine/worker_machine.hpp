// A worker as a step machine: it takes Setup, then Jobs one at a time, and answers each with a
// Report. What goes wrong is told to the master in a Failure; after that the worker only waits for
// Stop (or for another Setup, which begins a new search), so that every rank leaves the farm the
// same way.
//
//   while (machine.step() != StepResult::finished) { … idle() … }
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "common/farm/heartbeat/heart.hpp"
#include "worker/machine/executor.hpp"
#include "worker/machine/master_watch.hpp"

namespace ldfi::execute {

enum class StepResult : std::uint8_t {
  idle,      ///< nothing had arrived
  busy,      ///< a message was dealt with
  finished,  ///< Stop arrived: step() must not be called again
};

using ExecutorFactory = std::function<std::unique_ptr<Executor>(const wire::Setup&)>;

class WorkerMachine {
 public:
  static constexpr int master_rank = 0;
  /// `factory` is called at the first Job after a Setup. `heart`, optional, beats while a job
  /// cannot; `clock` is in seconds, monotonic.
  WorkerMachine(wire::Transport& transport, ExecutorFactory factory, wire::Heart* heart = nullptr,
                std::function<double()> clock = steady_seconds);
  static double steady_seconds();

  /// Deals with at most one message. Throws MasterSilent, what the transport throws, and
  /// std::bad_alloc when not even the Failure can be sent.
  StepResult step();

  /// Somebody asked this rank to stop: the master is told, and ends the farm.
  void request_stop(const std::string& why);

  [[nodiscard]] const MasterWatch& master() const { return master_; }

 private:
  std::optional<wire::Envelope> next_message();
  StepResult handle(const wire::Envelope& envelope);
  void work(const wire::Job& job);
  void say_alive();
  void say_absent(bool absent);
  bool heard_beat(const wire::Envelope& envelope);
  void fail();

  wire::Transport& transport_;
  ExecutorFactory factory_;
  wire::Heart* heart_;
  std::function<double()> clock_;
  MasterWatch master_;
  std::deque<wire::Envelope> waiting_;  ///< arrived in the middle of a job, but for beats
  std::optional<wire::Setup> setup_;
  std::unique_ptr<Executor> executor_;
  double said_alive_ = 0;
  bool failed_ = false;
};

/// A worker's whole life: steps, idling in between, until Stop. `stop_requested`, optional, is
/// asked between steps for a reason to stop ("SIGUSR1"). Returns what it knows of the master by
/// then. Throws what WorkerMachine::step throws.
MasterWatch run_worker(wire::Transport& transport, ExecutorFactory factory,
                       wire::Heart* heart = nullptr,
                       const std::function<std::optional<std::string>()>& stop_requested = {});

}  // namespace ldfi::execute
