// Configs of real systems: those with a key `system` (docs/reference/system-config.md). Private to common/config.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/config/yaml_tree.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/workload.hpp"

namespace ldfi::config {

/// The content of such a config: the system, and the options of the search. The rest becomes part of the
/// plan once everything is read.
struct SystemConfig {
  systems::Plan plan;
  Options options;
  systems::WorkloadSize workload;           ///< size of the workload, if it is generated
  std::optional<std::int64_t> final_reads;  ///< the time of its last reads
  std::optional<systems::Steer> steer;      ///< otherwise the checker decides
};

/// True if the config is one of a real system.
[[nodiscard]] bool is_system(const YamlNode& root);

/// Complete only if `problems` gets no errors. `path` is that of the config, for the files that it
/// names.
SystemConfig read_system_config(const YamlNode& root, const std::string& path,
                                std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
