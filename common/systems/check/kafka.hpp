// The checker for Kafka-like logs, one for each key. Acknowledged messages keep their offsets.
// Polls return the messages of a key in the order of their offsets and without gaps.
// docs/reference/checkers.md has the rules.
#pragma once

#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges the calls of `send`, `poll`, `commit_offsets` and `list_committed_offsets`.
void kafka(const History& history, const systems::Accept& accept, Judgement& out);

}  // namespace ldfi::check
