// Checks configs of real systems that may come from another author. A config must not name files
// outside its folder, and may weaken the sandbox only if the command line weakens it, too. Also
// used by master/systems.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/config_file.hpp"

namespace ldfi::config {

/// Reads a config as read_config() does. Reports every path outside the config's folder, and every
/// key that weakens the sandbox unless the command line weakens it, too. `said` returns the values
/// of the command line; it is called once if the config is about a real system.
ConfigFile read_named_config(std::string_view text, const std::string& path, FileId file,
                             std::vector<Diagnostic>& problems,
                             const std::function<ReplacedValues()>& said);

/// Returns the option of the command line that has the same effect as this value of a config, such
/// as `--sandbox off`. Returns an empty text if the value does not weaken the sandbox.
[[nodiscard]] std::string weakening_option(std::string_view name, std::string_view value);

/// Returns true if some value of this option weakens the sandbox: `sandbox` and `network`.
[[nodiscard]] bool is_isolation_option(std::string_view name);

}  // namespace ldfi::config
