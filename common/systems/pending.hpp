// Supports executions in which only requested messages are delivered. All other messages between
// nodes stay pending: they never arrive, but do not count as faults.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Returns true if a message with this fate is never received.
[[nodiscard]] inline bool is_never_received(Fate fate) {
  return fate == Fate::lost || fate == Fate::dead || fate == Fate::pending;
}

/// Returns an error text if the recorded fate of a sent message contradicts the requested
/// deliveries. Either a requested message is pending, or another message is not. Empty if they
/// agree.
[[nodiscard]] std::string pending_problem(const Recording& recording, const Event& sent);

/// Returns the delivered messages between different nodes, each once, in the order of arrival.
/// Messages to nodes that were down follow at the end, because such a message may arrive exactly
/// when its receiver crashes.
[[nodiscard]] std::vector<MessageId> deliveries_of(const Recording& recording);

/// Adapts faults to an execution in which some messages of the recording are not delivered. Removes
/// the faults of these messages, and crashes during activations that receive one of them. Other
/// faults of nodes get new activation numbers, so that they hit the same activations as before.
[[nodiscard]] FaultSet faults_without(const Recording& recording, const FaultSet& faults,
                                      const std::set<MessageId>& pending);

}  // namespace ldfi::systems
