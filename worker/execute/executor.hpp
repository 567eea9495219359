// The port behind which a worker does its work: jobs in, reports out. The real one
// (ground_executor.hpp) runs the ground universe; tests put fakes here.
#pragma once

#include "common/wire/messages.hpp"

namespace ldfi::execute {

class Executor {
 public:
  virtual ~Executor() = default;
  /// Does the job; throws only what ends the farm (EnvironmentError, BudgetExceeded,
  /// InternalError).
  virtual wire::Report execute(const wire::Job& job) = 0;
};

}  // namespace ldfi::execute
