// What a partition separates: some nodes from the others, in both directions or in one.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

#include "common/faults/node_set.hpp"

namespace ldfi {

enum class Way : std::uint8_t {
  both,
  out,  ///< what the side sends is lost, and what it is sent arrives
  in,   ///< what the side is sent is lost, and what it sends arrives
};

struct Cut {
  NodeSet side;  ///< without the first node
  Way way = Way::both;

  // NOLINTNEXTLINE(google-explicit-constructor): most cuts are sides
  Cut(NodeSet nodes = {}, Way direction = Way::both) : side(nodes), way(direction) {}
  auto operator<=>(const Cut&) const = default;

  /// True if a message between these nodes is lost.
  [[nodiscard]] bool loses(NodeId from, NodeId to) const {
    const bool leaves = side.contains(from);
    return leaves != side.contains(to) && (way == Way::both || leaves == (way == Way::out));
  }
};

}  // namespace ldfi

template <>
struct std::hash<ldfi::Cut> {
  std::size_t operator()(const ldfi::Cut& cut) const noexcept {
    return std::hash<ldfi::NodeSet>{}(cut.side) * 3 + static_cast<std::size_t>(cut.way);
  }
};
