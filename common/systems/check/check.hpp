// Judges a history. The functions are pure: the same history always has the same verdict.
// docs/reference/checkers.md has the rules of each checker. Work is counted, so that the verdict
// does not depend on the machine.
#pragma once

#include "common/base/meter.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges a history by the checker that `goals` name and by the other goals. If this takes too much
/// work, the result is `undecided`. Requires that the checker has a name. Calls `interrupt`
/// regularly; its exceptions pass through.
[[nodiscard]] Judgement judge(const systems::Goals& goals, const History& history,
                              BudgetCheck interrupt = {});
/// Adds the violations of the goals that need no checker to `out`, and sorts all violations.
void judge_goals(const systems::Goals& goals, const History& history, Judgement& out);

}  // namespace ldfi::check
