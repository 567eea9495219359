// The interpreters behind version shims, such as those of pyenv, rbenv, asdf and volta. A shim is a small
// program in PATH that looks for the interpreter each time it starts: that takes longer than the start
// itself, and needs files of the user's home that nodes do not see.
#pragma once

#include <string>

#include "common/systems/plan.hpp"

namespace ldfi::drive {

/// Returns where execvp() finds this program, or an empty text.
[[nodiscard]] std::string on_path(const std::string& program);

/// Returns the plan with the interpreters themselves in place of shims, in the commands of the nodes and
/// of the checker. Each shim is run once in a process, in the folder of the config, and asked which
/// interpreter it is. A shim that gives no answer stays.
[[nodiscard]] systems::Plan without_shims(const systems::Plan& plan);

}  // namespace ldfi::drive
