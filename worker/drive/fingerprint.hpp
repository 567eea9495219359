// What an execution depends on besides faults and seed: the config, and the files that it names.
#pragma once

#include <string>

#include "common/systems/plan.hpp"

namespace ldfi::drive {

/// Of the config's text and the bytes of its files: those of `system.files`, and words of the command
/// that are files beside the config. Throws InputError if one of `system.files` cannot be read.
[[nodiscard]] std::string fingerprint(const systems::Plan& plan, const std::string& config);

/// Where a word of the command or a name in `system.files` leads; nothing if it is no file beside the
/// config.
[[nodiscard]] std::string file_of(const systems::Plan& plan, const std::string& word);

}  // namespace ldfi::drive
