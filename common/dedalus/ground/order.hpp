// Numbering: facts in evaluation order, the goals' cone first. Private to common/dedalus/ground.
#pragma once

#include <vector>

#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

/// Moves the store's tables into a Universe's, renumbered. `roots` are the facts that goals are
/// made of (and are returned renumbered, in the same order); errors are roots as well.
UniverseData number_facts(Store& store, std::vector<FactId>& roots);

}  // namespace ldfi::ground
