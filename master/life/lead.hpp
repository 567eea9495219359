// What rank 0 does, or a process alone: command line to exit status.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/farm/wire/transport.hpp"
#include "master/life/watch.hpp"

namespace ldfi::app {

/// `mpi`: how to reach the workers; null in a process alone. Nothing is thrown.
ExitStatus lead(const std::vector<std::string>& arguments, wire::Transport* mpi, Watch& watch);

}  // namespace ldfi::app
