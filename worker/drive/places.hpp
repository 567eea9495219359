// Finds what a node of this plan may see: its program, and the system. Private to worker/drive.
#pragma once

#include <string>
#include <vector>

#include "common/systems/plan.hpp"
#include "worker/drive/complaints.hpp"
#include "worker/sandbox/confinement.hpp"

namespace ldfi::drive {

/// Returns what confines each node of the system, without the node's own folder and the library that it
/// must see. Reads many paths, so it is called once for all nodes.
sandbox::Confinement confinement_of(const systems::Plan& plan);

/// Returns the words of a command as a node finds the files that they name. If it is `shut_in`, links
/// that lead to them may be hidden, so they are resolved.
std::vector<std::string> command_of(const systems::Plan& plan,
                                    const std::vector<std::string>& command, bool shut_in);

/// Returns the files of the command and of the config's folder, each with its name in the config. The
/// longest path comes first.
std::vector<UserPath> user_paths(const systems::Plan& plan, const std::vector<std::string>& command,
                                 bool shut_in);

}  // namespace ldfi::drive
