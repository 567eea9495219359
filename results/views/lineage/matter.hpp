// Finds the messages of an execution on which an explanation depends. Diagrams draw these messages
// in full colour, and others pale.
#pragma once

#include <optional>
#include <set>

#include "common/record/trace.hpp"
#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

/// Returns the messages that arrived and that are part of the explanation `why`. Returns nullopt if
/// `why` is incomplete because it became too large.
std::optional<std::set<SentMessage>> messages_behind(const Lineage& why, const Trace& trace);

/// Marks the messages of a violating trace that are part of the explanation `why`. Does nothing if
/// the trace passes, or if `why` is incomplete.
void follow(const Lineage& why, Trace& trace);

}  // namespace ldfi::results
