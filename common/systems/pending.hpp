// Executions in which only some messages are delivered. All other messages between nodes stay
// pending.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Returns true if a message with this fate is never received.
[[nodiscard]] inline bool ends_on_its_way(Fate fate) {
  return fate == Fate::lost || fate == Fate::dead || fate == Fate::pending;
}

/// Returns why the recorded fate of a sent message contradicts the requested deliveries: it must be
/// pending but is not, or the reverse. Returns an empty text if they agree.
[[nodiscard]] std::string wrongly_pending(const Recording& recording, const Event& sent);

/// Returns each delivered message between two different nodes once, in the order of arrival. Then
/// come the messages that found their receiver down, because such a message may arrive exactly when
/// its receiver crashes.
[[nodiscard]] std::vector<MessageId> deliveries_of(const Recording& recording);

/// Adapts faults to an execution in which some deliveries of the recording are pending. Removes the
/// faults of pending messages, and crashes during activations that receive one. The other faults of
/// nodes keep their place among the remaining activations.
[[nodiscard]] FaultSet faults_without(const Recording& recording, const FaultSet& faults,
                                      const std::set<MessageId>& pending);

}  // namespace ldfi::systems
