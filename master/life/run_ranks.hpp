// The whole program as a rank of an MPI job. It is separate from run.hpp, so that a process alone does
// not load MPI's libraries.
#pragma once

#include <string>
#include <vector>

#include "worker/machine/worker_machine.hpp"

namespace ldfi::app {

/// Does the same as run() in run.hpp. Every rank calls it, and gets the status of rank 0. `factory` is
/// for ranks that are workers.
int run_ranks(const std::vector<std::string>& arguments, const execute::ExecutorFactory& factory);

}  // namespace ldfi::app
