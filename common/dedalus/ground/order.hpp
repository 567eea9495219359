// Gives the facts their final numbers in evaluation order. The cone comes first: the facts on which
// goals and errors depend. Private to common/dedalus/ground.
#pragma once

#include <vector>

#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

/// Moves the store's tables into the tables of a Universe, with new numbers. The cone consists of
/// the facts on which errors and `roots` depend; goals are made from `roots`. Replaces the numbers
/// in `roots` by the new ones. No fact of `roots` may be impossible.
UniverseData number_facts(Store& store, std::vector<FactId>& roots);

}  // namespace ldfi::ground
