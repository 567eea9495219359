// The lineage of an outcome as it travels: why and why not, as ids of the universe that master and
// worker both ground.
#pragma once

#include <cstdint>
#include <vector>

namespace ldfi {

/// Ids of a universe. Nothing here checks them: whoever gets a lineage from another process must.
struct Lineage {
  std::vector<std::uint32_t> fired;    ///< InstanceId: fired, so their heads hold
  std::vector<std::uint32_t> refuted;  ///< FactId: absent, since each of their instances fails
  /// Unfounded sets [VRS91], as sorted FactIds: absent facts of one cyclic component. Every
  /// instance that derives one of them from outside the set fails, so they could only support each
  /// other.
  std::vector<std::vector<std::uint32_t>> unfounded;
};

}  // namespace ldfi
