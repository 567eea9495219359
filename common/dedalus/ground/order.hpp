// Gives the facts their final numbers, so that premises come before heads. The facts on which goals
// and errors depend come first; they are called the cone. Private to common/dedalus/ground.
#pragma once

#include <vector>

#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

/// Moves the tables of `store` into those of a Universe, and gives facts new numbers. The facts on
/// which `roots` and arithmetic errors depend come first. `roots` are the facts from which the
/// caller makes goals; their numbers are replaced by the new ones. No root may be impossible.
UniverseData number_facts(Store& store, std::vector<FactId>& roots);

}  // namespace ldfi::ground
