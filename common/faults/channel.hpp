// A channel is where a message is lost or gets through: everything that `from` sends to `to` at one
// tick. And the states of a node.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "common/base/ids.hpp"

namespace ldfi {

/// If `from` == `to`, the channel is the node's own step from `sent` to the next tick, which fails
/// once the node has crashed under CrashModel::halt.
struct Channel {
  NodeId from;
  NodeId to;
  Time sent;
  auto operator<=>(const Channel&) const = default;
};

/// The channels that one fault loses: those of `from`, to the node `to` or (if it is empty) to
/// every node, at the ticks first … last.
struct Losses {
  NodeId from;
  std::optional<NodeId> to;
  Time first;
  Time last;
};

enum class NodeState : std::uint8_t {
  up,
  crashed,  ///< the CrashModel says what the node still does
};

}  // namespace ldfi
