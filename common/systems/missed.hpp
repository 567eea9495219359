// Explains why a requested fault or delivery did not happen in an execution: the message was not sent, or the
// node had fewer activations.
#pragma once

#include <string>
#include <vector>

#include "common/systems/course.hpp"
#include "common/systems/recording.hpp"

namespace ldfi::systems {

/// Returns the requested faults that hit nothing and the requested deliveries that did not happen, each with
/// what the execution has instead: `O(n0,n1,gosip#0) hits nothing: n0 sends n1 gossip#0 to gossip#2`. Empty if
/// the whole request happened.
[[nodiscard]] std::vector<std::string> missed(const FaultSet& requested, const Recording& recording,
                                              const Course& course);

}  // namespace ldfi::systems
