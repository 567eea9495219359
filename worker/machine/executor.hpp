// The port behind which a worker does its work: jobs in, reports out. The real adapter
// (ground_executor.hpp) runs jobs on the ground universe; tests use fakes.
#pragma once

#include <functional>

#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// While this object lives, another thread shows signs of life for this one: see
/// Executor::set_absent.
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
  /// Does the job. Throws only what ends the farm (EnvironmentError, BudgetExceeded,
  /// InternalError).
  virtual wire::Report execute(const wire::Job& job) = 0;
  /// A long job calls `alive` now and then, as often as it likes: the master takes a silent worker
  /// for stuck.
  virtual void set_alive(std::function<void()> alive) { alive_ = std::move(alive); }
  /// `absent` is called with true before, and with false after, work that may take long without
  /// calling `alive`: a question to the solver, or grounding.
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
