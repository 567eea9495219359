// Judges a history. The same history always gets the same verdict. Limits count steps of work, not
// time, so that the verdict does not depend on the machine. docs/reference/checkers.md has the
// rules of each checker.
#pragma once

#include "common/base/meter.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges a history by the checker and the other rules in `goals`. If this exceeds the limits of
/// work, the result is `undecided`. The checker must not be `command` or `specifications`. Calls
/// `interrupt` regularly; its exceptions pass through.
[[nodiscard]] Judgement judge(const systems::Goals& goals, const History& history,
                              BudgetCheck interrupt = {});
/// Adds the violations of the rules in `goals` that need no checker to `out`, and sorts all
/// violations.
void judge_goals(const systems::Goals& goals, const History& history, Judgement& out);

}  // namespace ldfi::check
