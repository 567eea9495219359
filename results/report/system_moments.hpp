// Writes the events of an execution of a real system as JSON, for the slider of the page. Private
// to this folder.
#pragma once

#include "results/json/values.hpp"
#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Returns {nodes, faults, result, events, more}. `events` is a list of [time in nanoseconds, node,
/// kind, text, height in the diagram, receiver or null, end or null, single faults that could
/// happen at this event]. The end is the time at which a message arrives or a pause ends. `more` is
/// the number of events that are left out. `good` is a passing execution for diagram(), or null.
[[nodiscard]] Json moments_json(const History& history, const History* good);

}  // namespace ldfi::results
