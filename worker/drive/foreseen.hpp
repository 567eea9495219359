// What an execution in virtual time has to know in advance. A woken node runs before it is known whether
// it says something; only then the wake-up is an activation. A fault comes before an activation, so an
// execution that finds one too late is repeated with that knowledge. Private to worker/drive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace ldfi::drive {

/// Activations of nodes before which a fault comes, by the place of the node and the activation's number
/// from 1 on. The value is how often the node wakes up and says nothing since the activation before.
/// Nullopt if that is not known yet: then the node may not advance its time by itself.
using Foreseen = std::map<std::pair<std::size_t, std::uint64_t>, std::optional<std::uint64_t>>;

/// Thrown if a node has run past a fault that should have come before this activation.
struct Overran {
  Foreseen::key_type before{};
  std::optional<std::uint64_t> silent{};
};

}  // namespace ldfi::drive
