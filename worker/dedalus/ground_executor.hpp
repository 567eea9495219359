// The usual executor of a worker for a program. It executes fault sets on the ground universe, in
// which each rule is written out for each tick and node.
#pragma once

#include <memory>

#include "common/campaign/executor.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {

/// Makes an executor for a universe that exists already, because this process is master and worker.
/// `universe` must outlive the executor. `check` is called between the executions of one job.
std::unique_ptr<campaign::Executor> make_ground_executor(const ground::Universe& universe,
                                                         BudgetCheck check = {});

/// Makes an executor that checks and grounds the program of `setup` itself, within the limits of
/// `setup`. If `setup` asks for plain executions, makes a plain executor (plain_executor.hpp).
/// Throws the exceptions of check_program() and ground_program().
std::unique_ptr<campaign::Executor> make_ground_executor(const wire::Setup& setup);

}  // namespace ldfi::execute
