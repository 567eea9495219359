// The moments of an execution of a real system, which a slider of the page goes through. Private to this
// folder.
#pragma once

#include "results/json/values.hpp"
#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// {nodes, faults, result, events: a list of [nanoseconds, node, kind, text, height in the diagram,
/// receiver or null, until when the message is under way or null, single faults that may strike
/// there], more: how many events were left out}. `good` as for diagram().
[[nodiscard]] Json moments_json(const History& history, const History* good);

}  // namespace ldfi::results
