// What a node of this plan may see: its program, and the system. Private to worker/drive.
#pragma once

#include <string>
#include <vector>

#include "common/systems/plan.hpp"
#include "worker/drive/complaints.hpp"
#include "worker/sandbox/confinement.hpp"

namespace ldfi::drive {

/// Returns what confines each node of the system, without its own folder and the library that it has to
/// see. Reads many paths, so it is called once for all nodes.
sandbox::Confinement confinement_of(const systems::Plan& plan);

/// These words, as one that is shut in finds what they name: links that lead there may be hidden.
std::vector<std::string> command_of(const systems::Plan& plan,
                                    const std::vector<std::string>& command, bool shut_in);

/// The files of the command and of the config's folder, each with its name in the config. The longest
/// path comes first.
std::vector<UserPath> user_paths(const systems::Plan& plan, const std::vector<std::string>& command,
                                 bool shut_in);

}  // namespace ldfi::drive
