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

/// The content of a real system's config: the system and the options of the search. `workload`,
/// `final_reads` and `steer` become part of the plan when the whole config has been read.
struct SystemConfig {
  systems::Plan plan;
  Options options;
  systems::WorkloadSize workload;  ///< size of the workload if it is generated
  /// Time of the clients' final reads; nullopt if they do not read.
  std::optional<std::int64_t> final_reads;
  /// The choice of the fault sets that are tried first; nullopt: the checker decides.
  std::optional<systems::Steer> steer;
};

/// Returns true if the config is about a real system.
[[nodiscard]] bool is_system(const YamlNode& root);

/// Reads the config of a real system. The result is complete only if no errors were added to
/// `problems`. `path` is the path of the config, to whose folder the names of files are relative.
SystemConfig read_system_config(const YamlNode& root, const std::string& path,
                                std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
