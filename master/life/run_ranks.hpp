// Runs ldfi-farm as a rank of an MPI job. It is separate from run.hpp, so that a run in one process does not
// load MPI's libraries.
#pragma once

#include <string>
#include <vector>

#include "worker/machine/worker_machine.hpp"

namespace ldfi::app {

/// Runs ldfi-farm with these arguments. Every rank calls this, and gets the status of rank 0. `factory` makes
/// the executors of ranks that are workers.
int run_ranks(const std::vector<std::string>& arguments, const execute::ExecutorFactory& factory);

}  // namespace ldfi::app
