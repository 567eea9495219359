// Counters: each last read is the sum of the acknowledged adds and of some of the open ones.
// The rules are in docs/reference/checkers.md.
#pragma once

#include "common/base/meter.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"

namespace ldfi::check {

/// Judges `counter`. Exceptions of the meter's check pass through.
void counter(const History& history, Judgement& out, Meter& meter);

}  // namespace ldfi::check
