// Counters: each last read is the sum of the acknowledged adds and of some of the open ones.
// The rules are in docs/reference/checkers.md.
#pragma once

#include "common/base/meter.hpp"
#include "common/check/history.hpp"
#include "common/check/judgement.hpp"

namespace ldfi::check {

/// Throws what the meter's check throws.
void counter(const History& history, Judgement& out, Meter& meter);

}  // namespace ldfi::check
