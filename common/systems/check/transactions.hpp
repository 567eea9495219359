// The checker `txn` for transactions on registers and on lists to which values are appended;
// docs/reference/checkers.md has the rules. Dependencies between the transactions must not form an
// excluded cycle [ADYA99 §3]. Reads of lists show the order of their versions [ELLE20 §3]; for
// registers, a search looks for an order.
#pragma once

#include "common/base/meter.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges a history by the checker `txn`. In texts, T3 is the transaction of the fourth call.
/// Exceptions of the meter's check pass through.
void transactions(const History& history, systems::Consistency promised, Judgement& out,
                  Meter& meter);

}  // namespace ldfi::check
