// Which messages of a trace an explanation rests on: what a diagram draws in full colour.
#pragma once

#include <optional>
#include <set>

#include "common/record/trace.hpp"
#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

/// The messages of the trace that arrived and that `why` names. Nothing if `why` ends early, since
/// it does not tell them all then.
std::optional<std::set<SentMessage>> messages_behind(const Lineage& why, const Trace& trace);

/// Lets what matters in a violating trace be what its explanation rests on: why something was promised,
/// and why it was not kept. Other traces, and those whose explanation ends early, stay as they are.
void follow(const Lineage& why, Trace& trace);

}  // namespace ldfi::results
