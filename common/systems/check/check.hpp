// Judges a history: pure functions, the same history has the same verdict. The rules of each checker are
// in docs/reference/checkers.md. Work is counted, so that the verdict does not depend on the machine.
#pragma once

#include "common/base/meter.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges by the named checker of `goals` and by its other goals. A history that takes too much work is
/// `undecided`. Requires that the checker has a name. Calls `interrupt` regularly; its exceptions pass
/// through.
[[nodiscard]] Judgement judge(const systems::Goals& goals, const History& history,
                              BudgetCheck interrupt = {});
/// Adds the violations of the other goals to `out`, and sorts all violations.
void judge_goals(const systems::Goals& goals, const History& history, Judgement& out);

}  // namespace ldfi::check
