// The worker's real executor: jobs run on the ground universe.
#pragma once

#include <memory>

#include "common/campaign/executor.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// Over a universe that exists already (one process does everything); `universe` must outlive it.
/// `check` is asked between the executions of one job.
std::unique_ptr<campaign::Executor> make_ground_executor(const ground::Universe& universe,
                                                         BudgetCheck check = {});

/// Checks and grounds the program of a Setup first, within its limits (a `plain` one is not
/// grounded, see plain_executor.hpp). Throws what check_program and ground_program throw.
std::unique_ptr<campaign::Executor> make_ground_executor(const wire::Setup& setup);

}  // namespace ldfi::execute
