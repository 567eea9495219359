// Swaps the names of two nodes in a fault.
#pragma once

#include <type_traits>
#include <variant>

#include "common/faults/fault.hpp"

namespace ldfi {

/// Returns the fault after the nodes `a` and `b` have swapped their names. For a partition,
/// requires that the side that its text names does not contain the first node afterwards.
[[nodiscard]] inline Fault swapped(const Fault& fault, NodeId a, NodeId b) {
  const auto other = [a, b](NodeId n) { return n == a ? b : n == b ? a : n; };
  return std::visit(
      [&](auto one) {
        decltype(one)::members(one, [&](auto& member) {
          using Member = std::remove_cvref_t<decltype(member)>;
          if constexpr (std::is_same_v<Member, NodeId>) member = other(member);
          if constexpr (std::is_same_v<Member, Cut>) {
            NodeSet side;
            for (std::size_t n = 0; n < member.side.end(); ++n) {
              if (member.side.contains(NodeId(n))) side.add(other(NodeId(n)));
            }
            member.side = side;
          }
        });
        return Fault(one);
      },
      fault);
}

}  // namespace ldfi
