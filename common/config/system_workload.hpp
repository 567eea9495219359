// Reads the operations of a real system's clients: the key `workload` of its config. Private to
// common/config.
#pragma once

#include <optional>
#include <vector>

#include "common/config/system_reader.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/workload.hpp"

namespace ldfi::config {

/// `top` is the whole config. Requires that the plan has its nodes and its Fspec; adds the
/// operations. Returns nullopt if the config lists the operations itself (`ops`) or is wrong.
std::optional<systems::Workload> read_system_workload(MapReader& top, SystemConfig& config,
                                                      std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
