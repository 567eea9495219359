// Configs of real systems, which have a key `system` (docs/reference/system-config.md). Private to
// common/config.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/config/yaml_tree.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/workload.hpp"

namespace ldfi::config {

/// The content of such a config: the system and the options of the search. `workload`,
/// `final_reads` and `steer` become part of the plan when everything is read.
struct SystemConfig {
  systems::Plan plan;
  Options options;
  systems::WorkloadSize workload;           ///< size of the workload, if it is generated
  std::optional<std::int64_t> final_reads;  ///< time of the final reads
  std::optional<systems::Steer> steer;      ///< nullopt: the checker determines it
};

/// Returns true if the config is that of a real system.
[[nodiscard]] bool is_system(const YamlNode& root);

/// Reads the config. The result is complete only if `problems` gets no errors. `path` is that of
/// the config; files that it names are relative to it.
SystemConfig read_system_config(const YamlNode& root, const std::string& path,
                                std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
