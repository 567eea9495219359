// Rules about what the config of a real system may not do alone: weaken the sandbox, or show files
// outside its folder. Also used by master/systems.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/config_file.hpp"

namespace ldfi::config {

/// Reads the config that the command line names by read_config(). Reports every path outside the
/// config's folder. Reports every key that weakens the sandbox unless the command line does so,
/// too. `said` returns the values of the command line; it is called once if the config has
/// `system`.
ConfigFile read_named_config(std::string_view text, const std::string& path, FileId file,
                             std::vector<Diagnostic>& problems,
                             const std::function<SystemSaid()>& said);

/// Returns the option that has the same effect, such as `--sandbox off`, if the value weakens the
/// sandbox. Returns an empty text otherwise.
[[nodiscard]] std::string weakening_option(std::string_view name, std::string_view value);

}  // namespace ldfi::config
