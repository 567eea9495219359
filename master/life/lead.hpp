// Runs ldfi-farm as the only process, or as rank 0 of an MPI job, from the command line to the exit
// status.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/farm/wire/transport.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// Returns the exit status. `mpi` connects rank 0 to the workers; null if there is only one process. Does not
/// throw.
ExitStatus lead(const std::vector<std::string>& arguments, wire::Transport* mpi, Watch& watch);

}  // namespace ldfi::app
