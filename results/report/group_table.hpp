// Writes the groups of a cell's falsifiers as the JSON that the script of the report reads. Private to this
// folder.
#pragma once

#include "results/json/values.hpp"
#include "results/views/groups/groups.hpp"

namespace ldfi::results {

/// Executes the falsifiers again and groups them. Returns {`left`: indices of the falsifiers without a
/// group, `list`: the groups}. Each group has the violated promises, the rules, and the families with the
/// indices of their members.
Json group_table(const Subject& subject, const Cell& cell, const GroupOptions& options);

}  // namespace ldfi::results
