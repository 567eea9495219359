// The checker `lin-kv`: the calls of each key of a history, as a register of its own.
// The rules are in docs/reference/checkers.md.
#pragma once

#include "common/base/meter.hpp"
#include "common/check/history.hpp"
#include "common/check/judgement.hpp"
#include "common/check/linearizable.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Each key, and each answer about a word that accepts a violation, has its own `limits`. Throws what the
/// meter's check throws.
void lin_kv(const History& history, const systems::Accept& accept, Judgement& out, Meter& meter,
            const SearchLimits& limits = {});

}  // namespace ldfi::check
