// Reads a YAML config strictly: every problem is a Diagnostic with its place, and all of them are
// reported at once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/config/options.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::config {

/// What a config says, and where it says it.
struct ConfigFile {
  Options options;
  /// False if the config is no YAML map; it then says nothing.
  bool readable = false;
  /// Option name → the place of its value. Options that the config does not set are missing.
  std::map<std::string, SourceRange, std::less<>> places;
  /// Where a missing option would belong: the `fspec` key, or the file as a whole.
  SourceRange fspec_place;
  /// Of a config with `system`: what is run. It has no programs.
  std::optional<systems::Plan> system;
};

/// The bytes of a config. A diagnostic about `file` as a whole refuses a file that does not exist,
/// cannot be opened, is not regular (a FIFO never blocks), or is larger than 1 MiB. Throws
/// EnvironmentError when reading fails.
std::string read_config_bytes(const std::string& path, FileId file,
                              std::vector<Diagnostic>& problems);

/// Reads the text of `file`. Program paths are relative to the folder of `path`. The result is
/// complete only if `problems` gets no errors.
ConfigFile read_config(std::string_view text, const std::string& path, FileId file,
                       std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
