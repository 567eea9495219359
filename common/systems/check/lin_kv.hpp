// The checker `lin-kv`. It judges the calls of each key as those of a separate register.
// docs/reference/checkers.md has the rules.
#pragma once

#include "common/base/meter.hpp"
#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/check/linearizable.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges a history by the checker `lin-kv`. The `limits` apply to each key, and again to each
/// option of checker.accept that is tried for a key with a violation. Exceptions of the meter's
/// check pass through.
void lin_kv(const History& history, const systems::Accept& accept, Judgement& out, Meter& meter,
            const SearchLimits& limits = {});

}  // namespace ldfi::check
