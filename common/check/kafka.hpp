// Logs by key: what was acknowledged stays where it is, and whoever polls sees the messages of a key
// in the order of their offsets, and leaves none out.
#pragma once

#include "common/check/history.hpp"
#include "common/check/judgement.hpp"

namespace ldfi::check {

/// Judges `send`, `poll`, `commit_offsets` and `list_committed_offsets`.
void kafka(const History& history, Judgement& out);

}  // namespace ldfi::check
