// The port behind which a worker does its work: jobs in, reports out. Each kind of subject has its own executor.
#pragma once

#include <functional>

#include "common/record/job.hpp"

namespace ldfi::campaign {

/// While this object lives, the worker's own thread sends no heartbeats, and another thread does:
/// see Executor::set_suspend.
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
  /// Does the job. Throws only what ends the farm (EnvironmentError, BudgetExceeded,
  /// InternalError).
  virtual Report execute(const Job& job) = 0;
  /// A long job calls `alive` now and then, as often as it likes: the master takes a silent worker
  /// for stuck.
  virtual void set_alive(std::function<void()> alive) { alive_ = std::move(alive); }
  /// `suspend` is called with true before, and with false after, work that may take long without
  /// calling `alive`: a question to the solver, or grounding.
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
