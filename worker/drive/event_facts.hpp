// Converts the events of an execution to facts, which Dedalus specifications judge
// (docs/reference/own-checkers.md#the-facts-of-an-execution). Private to worker/drive.
#pragma once

#include <vector>

#include "common/systems/observe/specifications.hpp"
#include "common/systems/plan.hpp"
#include "worker/drive/happening.hpp"

namespace ldfi::drive {

[[nodiscard]] std::vector<observe::Fact> facts_of(const systems::Plan& plan,
                                                  const std::vector<Happening>& events);

}  // namespace ldfi::drive
