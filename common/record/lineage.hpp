// The lineage of an outcome, as a worker sends it: why some facts hold, and why others do not. Its
// ids refer to the written-out program (universe), which master and worker both compute.
#pragma once

#include <cstdint>
#include <vector>

namespace ldfi {

/// Ids of facts and rule instances. They are not checked here, so a process that receives a lineage
/// must check them.
struct Lineage {
  std::vector<std::uint32_t> fired;    ///< ids of the rule instances that fired, which makes their
                                       ///< heads hold
  std::vector<std::uint32_t> refuted;  ///< ids of facts that do not hold because all of their rule
                                       ///< instances fail
  /// Unfounded sets [VRS91] as sorted FactIds. No fact of such a set holds, and all belong to one
  /// cyclic component. Each rule instance that derives a fact of the set from other facts fails. So
  /// the facts of the set could be derived only from each other.
  std::vector<std::vector<std::uint32_t>> unfounded;
};

}  // namespace ldfi
