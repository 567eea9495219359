// Reads the key `workload` of a real system's config, which defines the operations of the clients.
// Private to common/config.
#pragma once

#include <optional>
#include <vector>

#include "common/config/system_reader.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/workload.hpp"

namespace ldfi::config {

/// Reads the key `workload` and adds the operations to the plan. `top` is the map of the whole
/// config. Requires that the plan has its nodes and its Fspec. Returns nullopt if the config lists
/// the operations itself (`ops`) or has a mistake.
std::optional<systems::Workload> read_system_workload(MapReader& top, SystemConfig& config,
                                                      std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
