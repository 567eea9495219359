// The checker `lin-kv`: the calls of each key of a history, as a register of its own.
// The rules are in docs/reference/checkers.md.
#pragma once

#include "common/base/meter.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/check/linearizable.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges `lin-kv`. The `limits` hold for each key, and for each word of checker.accept that is tried on a
/// violation. Exceptions of the meter's check pass through.
void lin_kv(const History& history, const systems::Accept& accept, Judgement& out, Meter& meter,
            const SearchLimits& limits = {});

}  // namespace ldfi::check
