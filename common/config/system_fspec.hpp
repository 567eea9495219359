// Reads the section `fspec` of a config with `system`, which defines the possible faults
// (docs/reference/faults.md).
#pragma once

#include <cstdint>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/config/system_reader.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::config {

/// Largest time in a config, in nanoseconds.
inline constexpr std::int64_t hour = std::int64_t{3600} * 1'000'000'000;

/// Allows faults of each kind at all nodes of the plan that are processes.
void admit_all_nodes(systems::Plan& plan);

/// Reads the section `fspec` into the plan, including EOT. Requires that the nodes of the plan are
/// known.
void read_system_fspec(MapReader& map, SystemConfig& config, std::vector<Diagnostic>& problems);

}  // namespace ldfi::config
