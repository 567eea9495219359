// Numbers facts in evaluation order, the goals' cone first. Private to common/dedalus/ground.
#pragma once

#include <vector>

#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

/// Moves the store's tables into the tables of a Universe, with new numbers. The cone consists of
/// the facts that errors and `roots` depend on; goals are made of `roots`. `roots` gets the new
/// numbers, in the same order. None of `roots` may be impossible.
UniverseData number_facts(Store& store, std::vector<FactId>& roots);

}  // namespace ldfi::ground
