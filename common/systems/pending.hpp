// Executions in which few messages arrive, and all others stay pending.
#pragma once

#include <set>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// The messages between two different nodes that arrive, each once, in the order of their arrival; then those
/// that find their receiver down, as it may be such a message that it does not live to see.
[[nodiscard]] std::vector<MessageId> deliveries_of(const Recording& recording);

/// The faults of a recording for an execution in which some of its deliveries are pending: theirs are gone,
/// with crashes in the middle of what a node does when one of them arrives, and other crashes keep their place
/// among what is left of what their node does.
[[nodiscard]] FaultSet faults_without(const Recording& recording, const FaultSet& faults,
                                      const std::set<MessageId>& pending);

}  // namespace ldfi::systems
