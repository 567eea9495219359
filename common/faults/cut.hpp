// A cut splits the network between a set of nodes (its side) and all other nodes, in both
// directions or in one. Each partition has a cut.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

#include "common/faults/node_set.hpp"

namespace ldfi {

enum class Way : std::uint8_t {
  both,
  out,  ///< messages from the side are lost, messages to the side arrive
  in,   ///< messages to the side are lost, messages from the side arrive
};

struct Cut {
  NodeSet side;  ///< the part of the nodes that does not contain the first node
  Way way = Way::both;

  // NOLINTNEXTLINE(google-explicit-constructor): most cuts are given by their side only
  Cut(NodeSet nodes = {}, Way direction = Way::both) : side(nodes), way(direction) {}
  auto operator<=>(const Cut&) const = default;

  /// Returns true if the cut loses messages from `from` to `to`.
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
