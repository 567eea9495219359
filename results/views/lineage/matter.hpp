// Finds the messages of a trace that an explanation depends on. Diagrams draw these messages in full colour.
#pragma once

#include <optional>
#include <set>

#include "common/record/trace.hpp"
#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

/// Returns the messages of the trace that arrived and that are in `why`. Returns nullopt if `why` was cut
/// off, because then it does not have all of them.
std::optional<std::set<SentMessage>> messages_behind(const Lineage& why, const Trace& trace);

/// Marks the messages of a violating trace that its explanation depends on. Does nothing to a passing trace,
/// or if `why` was cut off.
void follow(const Lineage& why, Trace& trace);

}  // namespace ldfi::results
