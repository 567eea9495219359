// Finds the files that nodes may see inside their sandbox: their programs, and files of the
// operating system. Private to worker/drive.
#pragma once

#include <string>
#include <vector>

#include "common/systems/plan.hpp"
#include "worker/drive/complaints.hpp"
#include "worker/sandbox/confinement.hpp"

namespace ldfi::drive {

/// Returns the sandbox settings of the plan's nodes, except those that differ between nodes: the
/// node's own folder and the clock library. Reads many paths, so it is called once for all nodes.
sandbox::Confinement confinement_of(const systems::Plan& plan);

/// Returns the words of a command, in which names of files are replaced by the paths that a node
/// can open. With `shut_in`, symbolic links are resolved, because the sandbox may hide the links
/// that lead to a file.
std::vector<std::string> command_of(const systems::Plan& plan,
                                    const std::vector<std::string>& command, bool shut_in);

/// Returns the files of the command and of the config's folder, each with its name in the config.
/// The longest path comes first.
std::vector<UserPath> user_paths(const systems::Plan& plan, const std::vector<std::string>& command,
                                 bool shut_in);

}  // namespace ldfi::drive
