// Judges a history: pure functions, the same history has the same verdict. What each checker promises
// is in docs/SYSTEMS.md.
#pragma once

#include "common/check/history.hpp"
#include "common/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// By a checker that has a name, and by the other goals.
[[nodiscard]] Judgement judge(const systems::Goals& goals, const History& history);
/// Adds what the other goals say to what a checker says, and puts it in order.
void judge_goals(const systems::Goals& goals, const History& history, Judgement& out);

}  // namespace ldfi::check
