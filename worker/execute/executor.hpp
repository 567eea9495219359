// The port behind which a worker does its work: jobs in, reports out. The real one
// (ground_executor.hpp) runs the ground universe; tests put fakes here.
#pragma once

#include <functional>

#include "common/wire/messages.hpp"

namespace ldfi::execute {

class Executor {
 public:
  virtual ~Executor() = default;
  /// Does the job; throws only what ends the farm (EnvironmentError, BudgetExceeded,
  /// InternalError).
  virtual wire::Report execute(const wire::Job& job) = 0;
  /// Where a job may take long, `alive` is called now and then, as often as one likes: the master
  /// takes a worker that says nothing for stuck.
  virtual void set_alive(std::function<void()> alive) { alive_ = std::move(alive); }

 protected:
  void say_alive() const {
    if (alive_) alive_();
  }

 private:
  std::function<void()> alive_;
};

}  // namespace ldfi::execute
