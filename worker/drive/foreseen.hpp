// What an execution in virtual time has to know beforehand. A node whose time has come runs, and only then
// it is known whether it says something, which makes that an activation. A fault comes before it, so the
// execution is repeated by one that knows. Private to worker/drive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace ldfi::drive {

/// Activations of nodes, by the place of the node and from 1 on, before which a fault comes → how often the
/// node wakes up and says nothing since the one before. Nothing: that is to be found out, so the node is
/// not let go on by itself.
using Foreseen = std::map<std::pair<std::size_t, std::uint64_t>, std::optional<std::uint64_t>>;

/// A node has gone too far.
struct Overran {
  Foreseen::key_type before{};
  std::optional<std::uint64_t> silent{};
};

}  // namespace ldfi::drive
