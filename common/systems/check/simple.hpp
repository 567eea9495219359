// The checkers whose rules need one pass over the history: `echo`, `unique-ids` and `set`.
// Their rules are in docs/reference/checkers.md.
#pragma once

#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"

namespace ldfi::check {

void echo(const History& history, Judgement& out);
void unique_ids(const History& history, Judgement& out);
void set(const History& history, Judgement& out);

}  // namespace ldfi::check
