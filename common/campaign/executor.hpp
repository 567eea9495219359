// The interface through which a worker executes jobs: a job in, a report out. Each kind of
// subject has its own executor.
#pragma once

#include <functional>

#include "common/record/job.hpp"

namespace ldfi::campaign {

/// Stops the heartbeats of the main thread of a worker during a long call. Calls `suspend(true)` in
/// the constructor and `suspend(false)` in the destructor. In between, another thread of the worker
/// sends the heartbeats; see Executor::set_suspend.
class HeartbeatSuspension {
 public:
  explicit HeartbeatSuspension(const std::function<void(bool)>& suspend) : suspend_(suspend) {
    if (suspend_) suspend_(true);
  }
  ~HeartbeatSuspension() {
    if (suspend_) suspend_(false);
  }
  HeartbeatSuspension(const HeartbeatSuspension&) = delete;
  HeartbeatSuspension& operator=(const HeartbeatSuspension&) = delete;

 private:
  const std::function<void(bool)>& suspend_;
};

class Executor {
 public:
  virtual ~Executor() = default;
  /// Executes the job. Throws only errors that end the farm (EnvironmentError, BudgetExceeded,
  /// InternalError).
  virtual Report execute(const Job& job) = 0;
  /// Sets the function by which a long job shows that it is alive. Jobs call it from time to time,
  /// because the master treats a silent worker as stuck.
  virtual void set_alive(std::function<void()> alive) { alive_ = std::move(alive); }
  /// Sets the function that is called with true before long work that cannot call `alive`, and with
  /// false after it. Such work is a call of the SAT solver, or grounding a program.
  void set_suspend(std::function<void(bool)> suspend) { suspend_ = std::move(suspend); }

 protected:
  void say_alive() const {
    if (alive_) alive_();
  }
  void say_suspended(bool suspended) const {
    if (suspend_) suspend_(suspended);
  }

 private:
  std::function<void()> alive_;
  std::function<void(bool)> suspend_;
};

}  // namespace ldfi::campaign
