// Which fault sets of many contain no other.
#pragma once

#include <set>
#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi::search {

/// The sets that contain no other of them, in their order. Of 10,000 sets it compares few: a set is
/// looked for only where its rarest fault is.
std::vector<FaultSet> minimal_sets(const std::set<FaultSet>& sets);

}  // namespace ldfi::search
