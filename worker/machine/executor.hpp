// The port behind which a worker does its work: jobs in, reports out. The real one
// (ground_executor.hpp) runs the ground universe; tests put fakes here.
#pragma once

#include <functional>

#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// As long as this is there, somebody else shows signs of life: see Executor::set_absent.
class Absence {
 public:
  explicit Absence(const std::function<void(bool)>& absent) : absent_(absent) {
    if (absent_) absent_(true);
  }
  ~Absence() {
    if (absent_) absent_(false);
  }
  Absence(const Absence&) = delete;
  Absence& operator=(const Absence&) = delete;

 private:
  const std::function<void(bool)>& absent_;
};

class Executor {
 public:
  virtual ~Executor() = default;
  /// Does the job; throws only what ends the farm (EnvironmentError, BudgetExceeded,
  /// InternalError).
  virtual wire::Report execute(const wire::Job& job) = 0;
  /// Where a job may take long, `alive` is called now and then, as often as one likes: the master
  /// takes a worker that says nothing for stuck.
  virtual void set_alive(std::function<void()> alive) { alive_ = std::move(alive); }
  /// Told before and after what may go without `alive` for long, although it comes to an end: a
  /// question to the solver, grounding.
  void set_absent(std::function<void(bool)> absent) { absent_ = std::move(absent); }

 protected:
  void say_alive() const {
    if (alive_) alive_();
  }
  void say_absent(bool absent) const {
    if (absent_) absent_(absent);
  }

 private:
  std::function<void()> alive_;
  std::function<void(bool)> absent_;
};

}  // namespace ldfi::execute
