// Writes the groups of a cell's counterexamples as JSON for the script of the report. Private to
// this folder.
#pragma once

#include "results/json/values.hpp"
#include "results/views/groups/groups.hpp"

namespace ldfi::results {

/// Executes the counterexamples again and groups them by their cause. Returns an object with two
/// members. `left` has the indices of counterexamples without a group. `list` has the groups. Each
/// group has the violated promises, the rules, and the families (same faults at other times) with
/// the indices of their members.
Json group_table(const Subject& subject, const Cell& cell, const GroupOptions& options);

}  // namespace ldfi::results
