// Which of many fault sets contain no other.
#pragma once

#include <set>
#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi::search {

/// The sets of `sets` that contain no other of them, in their order. Even of 10,000 sets it
/// compares few, because it looks for a set only where the set's rarest fault is.
std::vector<FaultSet> minimal_sets(const std::set<FaultSet>& sets);

/// True if one of `some` is a subset.
[[nodiscard]] bool contains_one(const FaultSet& faults, const std::vector<FaultSet>& some);

}  // namespace ldfi::search
