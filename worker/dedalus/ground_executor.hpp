// The usual executor of workers for programs: jobs run on the ground universe.
#pragma once

#include <memory>

#include "common/campaign/executor.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// Uses a universe that already exists, for one process that does everything. `universe` must outlive it.
/// `check` is called between the executions of one job.
std::unique_ptr<campaign::Executor> make_ground_executor(const ground::Universe& universe,
                                                         BudgetCheck check = {});

/// First checks and grounds the program of a Setup within its limits. A `plain` program is not grounded,
/// see plain_executor.hpp. Throws what check_program and ground_program throw.
std::unique_ptr<campaign::Executor> make_ground_executor(const wire::Setup& setup);

}  // namespace ldfi::execute
