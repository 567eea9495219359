// Finds the messages of a trace that an explanation depends on. Diagrams draw these in full colour.
#pragma once

#include <optional>
#include <set>

#include "common/record/trace.hpp"
#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

/// Returns the messages of the trace that arrived and that `why` names. Returns nullopt if `why` is
/// not whole, since it does not name all of them then.
std::optional<std::set<SentMessage>> messages_behind(const Lineage& why, const Trace& trace);

/// Marks in a violating trace the messages that its explanation depends on. Does not change other
/// traces, or a trace whose explanation is not whole.
void follow(const Lineage& why, Trace& trace);

}  // namespace ldfi::results
