// The groups of a cell's falsifiers as the report's script wants them. Private to this folder.
#pragma once

#include "results/json/values.hpp"
#include "results/views/groups/groups.hpp"

namespace ldfi::results {

/// Which falsifiers were left, and the groups: what each violates, its rules, and its families with
/// the numbers of their members. Executes the falsifiers again.
Json group_table(const Subject& subject, const Cell& cell, const GroupOptions& options);

}  // namespace ldfi::results
