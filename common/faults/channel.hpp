// Where a message is lost or gets through: everything that `from` sends to `to` at one tick. And
// what a node does at a tick.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "common/base/ids.hpp"

namespace ldfi {

/// `from` == `to` means the node's own step from `sent` to the next tick: it fails if a crashed
/// node halts (CrashModel).
struct Channel {
  NodeId from;
  NodeId to;
  Time sent;
  auto operator<=>(const Channel&) const = default;
};

/// What one fault loses: the channels of `from`, to one node or to all, sent in [first, last].
struct Losses {
  NodeId from;
  std::optional<NodeId> to;
  Time first;
  Time last;
};

enum class NodeState : std::uint8_t {
  up,
  crashed,  ///< what it then still does, the CrashModel says
};

}  // namespace ldfi
