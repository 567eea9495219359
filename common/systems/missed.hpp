// Explains why a requested fault or delivery did not happen in an execution: the message was not
// sent, or the node had fewer activations.
#pragma once

#include <string>
#include <vector>

#include "common/systems/course.hpp"
#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Returns a text for each requested fault without effect and each requested delivery that did not
/// happen. Each text says what happened instead: `O(n0,n1,gosip#0) hits nothing: n0 sends n1
/// gossip#0 to gossip#2`. Empty if everything that was requested happened.
[[nodiscard]] std::vector<std::string> missed(const FaultSet& requested, const Recording& recording,
                                              const Course& course);

}  // namespace ldfi::systems
