// The lineage of an outcome as it travels: why and why not, as ids of the universe that master and
// worker both ground.
#pragma once

#include <cstdint>
#include <vector>

namespace ldfi {

struct Lineage {
  std::vector<std::uint32_t> fired;    ///< instances that fired: why their heads hold
  std::vector<std::uint32_t> refuted;  ///< absent facts: each of their instances fails
  /// Sets of absent facts of a cyclic component: every instance from outside the set fails, so they
  /// could only have supported each other.
  std::vector<std::vector<std::uint32_t>> unfounded;
};

}  // namespace ldfi
