// The lineage of an outcome as a worker sends it: why facts hold and why others do not, as ids of
// the universe that master and worker both ground.
#pragma once

#include <cstdint>
#include <vector>

namespace ldfi {

/// Holds ids of a universe without checks. A process that receives a lineage from another one must
/// check them.
struct Lineage {
  std::vector<std::uint32_t> fired;    ///< instances that fired, so that their heads hold
  std::vector<std::uint32_t> refuted;  ///< absent facts: each instance of them fails
  /// Unfounded sets [VRS91], as sorted FactIds: absent facts of one cyclic component. Every
  /// instance that derives one of them from outside the set fails, so they could only support each
  /// other.
  std::vector<std::vector<std::uint32_t>> unfounded;
};

}  // namespace ldfi
