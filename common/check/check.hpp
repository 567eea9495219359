// Judges a history: pure functions, the same history has the same verdict. What each checker promises
// is in docs/SYSTEMS.md.
#pragma once

#include "common/check/history.hpp"
#include "common/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

[[nodiscard]] Judgement judge(const systems::Goals& goals, const History& history);

}  // namespace ldfi::check
