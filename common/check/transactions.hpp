// Transactions on lists that are appended to, and on registers: what they read says which of them came
// first, and no promise holds if that goes round in a circle. Lists say the whole order of what was
// appended [ELLE20 §3]; registers some of it, so that for them not every violation is
// seen. Nothing that keeps the promise is called a violation.
#pragma once

#include "common/base/meter.hpp"
#include "common/check/history.hpp"
#include "common/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges `txn`. A transaction is called T3 if it is the call with that number, from 0. Throws what the
/// meter's check throws.
void transactions(const History& history, systems::Consistency promised, Judgement& out,
                  Meter& meter);

}  // namespace ldfi::check
