// The usual executor of a worker for a program: it executes fault sets on the ground universe.
#pragma once

#include <memory>

#include "common/campaign/executor.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// Makes an executor for a universe that exists already, in a process that is master and worker. `universe`
/// must outlive the executor. `check` is called between the executions of one job.
std::unique_ptr<campaign::Executor> make_ground_executor(const ground::Universe& universe,
                                                         BudgetCheck check = {});

/// Makes an executor that checks and grounds the program of `setup` itself, within the limits there. A
/// `plain` program is not grounded, see plain_executor.hpp. Throws what check_program() and ground_program()
/// throw.
std::unique_ptr<campaign::Executor> make_ground_executor(const wire::Setup& setup);

}  // namespace ldfi::execute
