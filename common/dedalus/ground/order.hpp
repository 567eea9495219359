// Numbering: facts in evaluation order, the goals' cone first. Private to common/dedalus/ground.
#pragma once

#include <vector>

#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

/// Moves the store's tables into the tables of a Universe, with new numbers. The cone is what
/// `roots` (the facts that goals are made of) and errors depend on. `roots` gets the new numbers,
/// in the same order; none of them may be impossible.
UniverseData number_facts(Store& store, std::vector<FactId>& roots);

}  // namespace ldfi::ground
