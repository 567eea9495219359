// What an execution in virtual time must know before it begins. A wake-up of a node counts as an
// activation only if the node then has output, which is known only after the node has run. A fault
// before this activation would then come too late. So the execution is repeated, and now knows
// before which wake-up the fault must come. Private to worker/drive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace ldfi::drive {

/// The activations before which a fault comes, by number of the node and number of the activation
/// (from 1). The value is the number of wake-ups without output before this activation. Nullopt if
/// this number is not known yet. Then the node may not advance its time by itself.
using Foreseen = std::map<std::pair<std::size_t, std::uint64_t>, std::optional<std::uint64_t>>;

/// Thrown if a node ran past a fault that should have come before the activation `before`.
struct Overran {
  Foreseen::key_type before{};
  std::optional<std::uint64_t> silent{};
};

}  // namespace ldfi::drive
