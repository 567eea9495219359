// Logs by key: acknowledged messages keep their offsets, and polls return the messages of a key in the
// order of their offsets without a gap. The rules are in docs/reference/checkers.md.
#pragma once

#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::check {

/// Judges `send`, `poll`, `commit_offsets` and `list_committed_offsets`.
void kafka(const History& history, const systems::Accept& accept, Judgement& out);

}  // namespace ldfi::check
