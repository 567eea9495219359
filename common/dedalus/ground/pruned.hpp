// Records the facts that a pruner found impossible. With this record, another process can ground
// the same program for the same Fspec without a pruner.
#pragma once

#include <cstdint>

namespace ldfi::ground {

/// A fact that a pruner found impossible. `fact` is its number in the order of grounding.
/// `question` is the number of the call of the pruner, from 1, that returned it. The grounder calls
/// the pruner at the end of each tick, and also within ticks if the pruner bounds recursions that
/// compute numbers.
struct PrunedFact {
  std::uint32_t fact = 0;
  std::int32_t question = 0;
  bool operator==(const PrunedFact&) const = default;
};

}  // namespace ldfi::ground
