// What clients of a real system do: the key `workload` of its config. Private to common/config.
#pragma once

#include <optional>
#include <vector>

#include "common/config/system_reader.hpp"
#include "common/systems/plan.hpp"
#include "common/systems/workload.hpp"

namespace ldfi::config {

/// `top`: the whole config. The plan has its nodes and its Fspec, and gets operations. Nothing if it has
/// `ops`, word for word, or is wrong.
std::optional<systems::Workload> read_system_workload(MapReader& top, SystemConfig& config,
                                                      std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
