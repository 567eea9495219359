// Executions in which few messages arrive, and all others stay pending.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Such a message is never received.
[[nodiscard]] inline bool ends_on_its_way(Fate fate) {
  return fate == Fate::lost || fate == Fate::dead || fate == Fate::pending;
}

/// Why a message that is sent must not be pending, or must be: it is among the deliveries that were asked for, or
/// it is not. Empty if all is well.
[[nodiscard]] std::string wrongly_pending(const Recording& recording, const Event& sent);

/// The messages between two different nodes that arrive, each once, in the order of their arrival; then those
/// that find their receiver down, as it may be such a message that it does not live to see.
[[nodiscard]] std::vector<MessageId> deliveries_of(const Recording& recording);

/// The faults of a recording for an execution in which some of its deliveries are pending: theirs are gone,
/// with crashes in the middle of what a node does when one of them arrives, and other crashes keep their place
/// among what is left of what their node does.
[[nodiscard]] FaultSet faults_without(const Recording& recording, const FaultSet& faults,
                                      const std::set<MessageId>& pending);

}  // namespace ldfi::systems
