// Selects the minimal sets among many fault sets.
#pragma once

#include <set>
#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi::search {

/// Returns the elements of `sets` that contain no other element, in their order. Fast even for
/// 10,000 sets, because it compares a set only with the sets that share its rarest fault.
std::vector<FaultSet> minimal_sets(const std::set<FaultSet>& sets);

/// Returns true if `faults` contains all faults of one of the sets in `some`.
[[nodiscard]] bool contains_one(const FaultSet& faults, const std::vector<FaultSet>& some);

}  // namespace ldfi::search
