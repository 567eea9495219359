// Selects the minimal ones of many fault sets.
#pragma once

#include <set>
#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi::search {

/// Returns the elements of `sets` that contain no other element, in their order. Compares few pairs
/// even if there are 10,000 sets, because it looks up each set only at the set's rarest fault.
std::vector<FaultSet> minimal_sets(const std::set<FaultSet>& sets);

/// Returns true if one of `some` is a subset of `faults`.
[[nodiscard]] bool contains_one(const FaultSet& faults, const std::vector<FaultSet>& some);

}  // namespace ldfi::search
