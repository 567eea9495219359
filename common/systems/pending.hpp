// Executions in which only some messages are delivered. All other messages between nodes stay
// pending.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Returns true if a message with this fate is not received.
[[nodiscard]] inline bool ends_on_its_way(Fate fate) {
  return fate == Fate::lost || fate == Fate::dead || fate == Fate::pending;
}

/// Returns why the recorded fate of a sent message contradicts the requested deliveries: the
/// message should be pending and is not, or the reverse. Empty if they agree.
[[nodiscard]] std::string wrongly_pending(const Recording& recording, const Event& sent);

/// Returns the delivered messages between different nodes, each once, in the order of arrival.
/// After them come the messages that found their receiver down, because such a message may arrive
/// exactly when its receiver crashes.
[[nodiscard]] std::vector<MessageId> deliveries_of(const Recording& recording);

/// Adapts faults to an execution in which some messages of the recording stay pending. Removes the
/// faults of these messages, and crashes during activations that receive one of them. The other
/// faults of nodes keep their place among the remaining activations.
[[nodiscard]] FaultSet faults_without(const Recording& recording, const FaultSet& faults,
                                      const std::set<MessageId>& pending);

}  // namespace ldfi::systems
