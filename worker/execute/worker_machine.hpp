// A worker as a step machine: it takes Setup, then Jobs one at a time, and answers each with a
// Report. What goes wrong is told to the master in a Failure; after that the worker only waits for
// Stop (or for another Setup, which begins a new search), so that every rank leaves the farm the
// same way.
//
//   while (machine.step() != StepResult::finished) { … idle() … }
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "common/wire/transport.hpp"
#include "worker/execute/executor.hpp"

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
  /// A long job shows signs of life so often.
  static constexpr double alive_interval_s = 1;

  /// `factory` is called at the first Job after a Setup.
  WorkerMachine(wire::Transport& transport, ExecutorFactory factory);

  /// Deals with at most one message. Throws only what the transport throws, and std::bad_alloc when
  /// not even the Failure can be sent.
  StepResult step();

  /// Somebody asked this rank to stop: the master is told, and ends the farm.
  void request_stop(const std::string& why);

 private:
  StepResult handle(const wire::Envelope& envelope);
  void work(const wire::Job& job);
  void say_alive();
  void fail();

  wire::Transport& transport_;
  ExecutorFactory factory_;
  std::optional<wire::Setup> setup_;
  std::unique_ptr<Executor> executor_;
  std::chrono::steady_clock::time_point said_alive_{};
  bool failed_ = false;
};

/// A worker's whole life: steps, idling in between, until Stop. `stop_requested`, optional, is
/// asked between steps for a reason to stop ("SIGUSR1").
void run_worker(wire::Transport& transport, ExecutorFactory factory,
                const std::function<std::optional<std::string>()>& stop_requested = {});

}  // namespace ldfi::execute
