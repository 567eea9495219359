// The knowledge that an execution in virtual time needs in advance. A wake-up counts as an activation only if
// the node then has output, which is known after the node has run. A fault before this activation would come
// too late. So the execution is repeated, and this time knows the wake-up. Private to worker/drive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace ldfi::drive {

/// The activations before which a fault comes, by number of the node and number of the activation (from 1).
/// The value is the number of wake-ups without output since the activation before. If it is nullopt, it is
/// not known yet, and the node may not advance its time by itself.
using Foreseen = std::map<std::pair<std::size_t, std::uint64_t>, std::optional<std::uint64_t>>;

/// Thrown if a node ran past a fault that should have come before this activation.
struct Overran {
  Foreseen::key_type before{};
  std::optional<std::uint64_t> silent{};
};

}  // namespace ldfi::drive
