// The facts by which rules see faults: `crash(Observer, Node, Time)`, `restart(Node)` and
// `down(Node)`.
#pragma once

#include <compare>
#include <cstdint>

#include "common/base/ids.hpp"

namespace ldfi {

struct FaultFact {
  enum class Kind : std::uint8_t {
    crash,    ///< holds at every node and tick: the node crashes at `at`, for good
    restart,  ///< holds at the node alone, at the tick `at` at which it comes back
    down,     ///< holds at the node alone, at each tick `at` at which it has crashed or is down
  };
  Kind kind = Kind::crash;
  NodeId node;
  Time at;
  auto operator<=>(const FaultFact&) const = default;
};

}  // namespace ldfi
