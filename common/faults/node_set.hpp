// A set of nodes, stored as bits. Only for Fspecs of at most 64 nodes.
#pragma once

#include <bit>
#include <compare>
#include <cstdint>
#include <functional>

#include "common/base/ids.hpp"

namespace ldfi {

/// A set of nodes. Sets are ordered like the sorted lists of their nodes: {a} < {a, b} < {b}.
struct NodeSet {
  static constexpr std::size_t max_nodes = 64;

  std::uint64_t bits = 0;

  /// Adds the node. Does nothing if its index is max_nodes or more.
  void add(NodeId node) {
    if (node.index() < max_nodes) bits |= std::uint64_t{1} << node.index();
  }
  [[nodiscard]] bool contains(NodeId node) const {
    return node.index() < max_nodes && ((bits >> node.index()) & 1U) != 0;
  }
  [[nodiscard]] bool empty() const { return bits == 0; }
  [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(std::popcount(bits)); }
  /// Returns the largest index of a node in the set plus 1, or 0 for the empty set.
  [[nodiscard]] std::size_t end() const { return std::bit_width(bits); }

  bool operator==(const NodeSet&) const = default;
  std::strong_ordering operator<=>(const NodeSet& other) const {
    const std::uint64_t differ = bits ^ other.bits;
    if (differ == 0) return std::strong_ordering::equal;
    const std::uint64_t first = differ & (~differ + 1);
    const bool here = (bits & first) != 0;
    // `first` is the least node that only one of the two sets has. Before this node, the sorted
    // lists are equal. Let A be the set with `first`, and B the other set. If B has a node after
    // `first`, B has this node at the position where A has `first`, so A < B. Otherwise the list of
    // B is the beginning of the list of A, so B < A.
    const bool goes_on = ((here ? other.bits : bits) & ~((first << 1U) - 1)) != 0;
    return here == goes_on ? std::strong_ordering::less : std::strong_ordering::greater;
  }
};

}  // namespace ldfi

template <>
struct std::hash<ldfi::NodeSet> {
  std::size_t operator()(const ldfi::NodeSet& set) const noexcept {
    return std::hash<std::uint64_t>{}(set.bits);
  }
};
