// The whole program as a rank of an MPI job. Apart from run.hpp, so that a process alone does not
// load MPI's libraries.
#pragma once

#include <string>
#include <vector>

#include "worker/machine/worker_machine.hpp"

namespace ldfi::app {

/// As run() of run.hpp. Every rank calls it and gets the status of rank 0. `factory` is for those that
/// are workers.
int run_ranks(const std::vector<std::string>& arguments, const execute::ExecutorFactory& factory);

}  // namespace ldfi::app
