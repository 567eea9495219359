// What a config of a real system may not do by itself: weaken the sandbox, or show files that are not
// its own. Also used by master/systems.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/config_file.hpp"

namespace ldfi::config {

/// Reads the config that the command line names: read_config(), and reports every key that weakens
/// the sandbox although the command line does not, and every path that leads out of the config's
/// folder. `said` returns what the command line says; it is called once if the config has `system`.
ConfigFile read_named_config(std::string_view text, const std::string& path, FileId file,
                             std::vector<Diagnostic>& problems,
                             const std::function<SystemSaid()>& said);

/// The value, if it weakens the sandbox: the option that says the same, such as `--sandbox off`.
/// Otherwise an empty text.
[[nodiscard]] std::string weakening_option(std::string_view name, std::string_view value);

}  // namespace ldfi::config
