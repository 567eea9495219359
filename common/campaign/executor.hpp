// The interface through which a worker executes jobs: a job in, a report out. Each kind of
// subject has its own executor.
#pragma once

#include <functional>

#include "common/record/job.hpp"

namespace ldfi::campaign {

/// Calls `suspend(true)` in the constructor and `suspend(false)` in the destructor. In between,
/// another thread of the worker sends the heartbeats; see Executor::set_suspend.
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
  /// Sets the function that a long job calls from time to time. The master treats a silent worker
  /// as stuck.
  virtual void set_alive(std::function<void()> alive) { alive_ = std::move(alive); }
  /// Sets the function that is called with true before, and with false after, work that may take
  /// long without calling `alive`. Such work is a question to the solver, or grounding.
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
