// What an execution depends on besides faults and seed: the config, and the files that it names.
#pragma once

#include <string>
#include <vector>

#include "common/systems/plan.hpp"

namespace ldfi::drive {

/// A file beside the config that the system is made of.
struct NamedFile {
  std::string name;  ///< as the config writes it
  std::string path;  ///< where it is; empty if it is not there
};

/// Words of the commands that are files beside the config which can be read, and `system.files`.
[[nodiscard]] std::vector<NamedFile> named_files(const systems::Plan& plan);

/// Of the config's text and the bytes of its files: those of `system.files`, and words of the command
/// that are files beside the config. Throws InputError if one of `system.files` cannot be read.
[[nodiscard]] std::string fingerprint(const systems::Plan& plan, const std::string& config);

/// Where a word of the command or a name in `system.files` leads; nothing if it is no file beside the
/// config.
[[nodiscard]] std::string file_of(const systems::Plan& plan, const std::string& word);

}  // namespace ldfi::drive
