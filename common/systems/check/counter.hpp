// The checker for counters. The last value that each node returns must be the sum of all
// acknowledged adds and of some of the adds with unknown outcome. See docs/reference/checkers.md
// for the rules.
#pragma once

#include "common/base/meter.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"

namespace ldfi::check {

/// Judges a history by the checker `counter`. Exceptions of the meter's check pass through.
void counter(const History& history, Judgement& out, Meter& meter);

}  // namespace ldfi::check
