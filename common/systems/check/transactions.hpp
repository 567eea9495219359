// Judges transactions on lists that are appended to, and on registers: docs/reference/checkers.md, section
// txn. Dependencies between the transactions must not form an excluded cycle [ADYA99 §3]. Reads of lists show
// the order of their versions [ELLE20 §3]; the order of the versions of registers is searched.
#pragma once

#include "common/base/meter.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges `txn`. Texts call the transaction of the fourth call T3. Exceptions of the meter's check pass
/// through.
void transactions(const History& history, systems::Consistency promised, Judgement& out,
                  Meter& meter);

}  // namespace ldfi::check
