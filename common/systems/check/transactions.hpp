// The checker `txn` for transactions on registers and on lists to which values are appended.
// docs/reference/checkers.md has the rules. The dependencies between transactions must not form a
// cycle that the consistency level excludes [ADYA99 §3]. Reads of a list show the order of its
// versions [ELLE20 §3]. For registers, a search looks for an order without such a cycle.
#pragma once

#include "common/base/meter.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges a history by the checker `txn`. Violations call transactions by the number of their call,
/// from 0: T3 is the fourth. Exceptions of the meter's check pass through.
void transactions(const History& history, systems::Consistency promised, Judgement& out,
                  Meter& meter);

}  // namespace ldfi::check
