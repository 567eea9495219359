#include "common/dedalus/eval/last_tick.hpp"

#include <algorithm>

namespace ldfi::eval {

bool LastTick::contains(RelationId relation, Time, std::span<const Value> tuple) const {
  return std::ranges::any_of(step_.tuples(relation),
                             [&](const Tuple& one) { return std::ranges::equal(one, tuple); });
}

}  // namespace ldfi::eval
