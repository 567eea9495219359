// Replaces version shims, such as those of pyenv, rbenv, asdf and volta, by the interpreters that they start.
// A shim is a small program in PATH that looks for the interpreter each time it starts. This takes longer
// than the start of the interpreter, and needs files in the user's home that nodes do not see.
#pragma once

#include <string>

#include "common/systems/plan.hpp"

namespace ldfi::drive {

/// Returns the path at which execvp() finds this program, or an empty text.
[[nodiscard]] std::string on_path(const std::string& program);

/// Returns the plan with interpreters in place of shims, in the commands of the nodes and of the
/// checker. Runs each shim once, in the folder of the config, to find out which interpreter it
/// starts. A shim that does not answer is kept.
[[nodiscard]] systems::Plan without_shims(const systems::Plan& plan);

}  // namespace ldfi::drive
