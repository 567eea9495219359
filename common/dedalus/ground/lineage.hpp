// The lineage of one execution's outcome, why and why-not, as a derivation graph over the universe
// [KLS12] [KLZ13]. For every goal it says what made the post hold or the pre not hold; for each
// arithmetic error, why it happened or did not. It goes down to messages and crashes, and includes
// every live reason. Hazard analysis turns it into clauses (SEARCH §3–4).
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/ground/executor.hpp"

namespace ldfi::ground {

/// Ids of a universe. Nothing here checks them: whoever gets a lineage from another process must.
struct Lineage {
  std::vector<std::uint32_t> fired;    ///< InstanceId: fired, so their heads hold
  std::vector<std::uint32_t> refuted;  ///< FactId: absent, since each of their instances fails
  /// Unfounded sets [VRS91], as sorted FactIds: absent facts of one cyclic component. Every
  /// instance that derives one of them from outside the set fails, so they could only support each
  /// other.
  std::vector<std::vector<std::uint32_t>> unfounded;
};

/// Explains lane 0 of a finished execution as far as its outcome is good: it does not say why a
/// goal is violated. `run` must be an execution on `universe`.
Lineage explain(const Universe& universe, const Executor& run);

}  // namespace ldfi::ground
