// The lineage of an outcome in the form that a worker sends: why facts hold, and why other facts do
// not. It refers to the universe that master and worker both ground.
#pragma once

#include <cstdint>
#include <vector>

namespace ldfi {

/// Ids of a universe, which are not checked here. A process that receives a lineage must check
/// them.
struct Lineage {
  std::vector<std::uint32_t> fired;  ///< ids of the rule instances that fired, so their heads hold
  std::vector<std::uint32_t> refuted;  ///< ids of absent facts all of whose instances fail
  /// Unfounded sets [VRS91] as sorted FactIds. All facts of such a set are absent and belong to one
  /// cyclic component. Each instance that would derive one of them from outside the set fails, so
  /// they could only support each other.
  std::vector<std::vector<std::uint32_t>> unfounded;
};

}  // namespace ldfi
