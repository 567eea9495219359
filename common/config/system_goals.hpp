// Reads how executions of a real system are judged: the keys `checker` and `goals` of its config.
// Private to common/config.
#pragma once

#include <optional>
#include <vector>

#include "common/config/system_reader.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/workload.hpp"

namespace ldfi::config {

/// Reads the keys `checker` and `goals`. `top` is the map of the whole config. Requires that the
/// plan has its Fspec. The default checker is that of the workload.
void read_system_goals(MapReader& top, std::optional<systems::Workload> workload,
                       SystemConfig& config, std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
