// Configs of real systems: those with a key `system` (docs/SYSTEMS.md). Private to common/config.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/config/yaml_tree.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::config {

/// What such a config says: the system, and the options of the search.
struct SystemConfig {
  systems::Plan plan;
  Options options;
};

/// True if the config is one of a real system.
[[nodiscard]] bool is_system(const YamlNode& root);

/// Complete only if `problems` gets no errors. `path` is that of the config, for the files that it
/// names.
SystemConfig read_system_config(const YamlNode& root, const std::string& path,
                                std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
