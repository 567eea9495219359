// What happened in an execution, as facts for specifications (docs/SYSTEMS.md, section
// "Specifications"). Private to worker/drive.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "common/observe/specifications.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::drive {

/// `events` are those of its recording.
[[nodiscard]] std::vector<observe::Fact> facts_of(
    const systems::Plan& plan, const std::vector<nlohmann::ordered_json>& events);

}  // namespace ldfi::drive
