// The whole program as a rank of an MPI job. Apart from run.hpp, so that a process alone does not
// load MPI's libraries.
#pragma once

#include <string>
#include <vector>

namespace ldfi::app {

/// As run() of run.hpp. Every rank calls it and gets the status of rank 0.
int run_ranks(const std::vector<std::string>& arguments);

}  // namespace ldfi::app
