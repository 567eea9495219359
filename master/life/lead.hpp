// Runs rank 0, or a process that is alone, from the command line to the exit status.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/farm/wire/transport.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// `mpi` connects to the workers; it is null in a process that is alone. Does not throw.
ExitStatus lead(const std::vector<std::string>& arguments, wire::Transport* mpi, Watch& watch);

}  // namespace ldfi::app
