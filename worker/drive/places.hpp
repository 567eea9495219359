// Finds the files that the nodes of a plan may see: their programs, and the system. Private to worker/drive.
#pragma once

#include <string>
#include <vector>

#include "common/systems/plan.hpp"
#include "worker/drive/complaints.hpp"
#include "worker/sandbox/confinement.hpp"

namespace ldfi::drive {

/// Returns the confinement of the plan's nodes, without the parts that differ between nodes: the node's own
/// folder and the clock library. Reads many paths, so it is called once for all nodes.
sandbox::Confinement confinement_of(const systems::Plan& plan);

/// Returns the words of a command with the paths at which a node finds the files that they name. With
/// `shut_in`, links are resolved, because links that lead to a file may be hidden from the node.
std::vector<std::string> command_of(const systems::Plan& plan,
                                    const std::vector<std::string>& command, bool shut_in);

/// Returns the files of the command and of the config's folder, each with its name in the config, the longest
/// path first.
std::vector<UserPath> user_paths(const systems::Plan& plan, const std::vector<std::string>& command,
                                 bool shut_in);

}  // namespace ldfi::drive
