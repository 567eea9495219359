// The facts by which rules see faults: `crash(Observer, Node, Time)`, `restart(Node)`,
// `down(Node)`, `paused(Node)`, `ioerror(Node, Relation)` and `corrupt(Node, Relation)`; and those that
// only rules see which nobody wrote.
#pragma once

#include <compare>
#include <cstdint>

#include "common/faults/channel.hpp"

namespace ldfi {

struct FaultFact {
  enum class Kind : std::uint8_t {
    crash,    ///< holds at every node and tick: the node crashes at `at`, for good
    restart,  ///< holds at the node alone, at the tick `at` at which it comes back
    down,     ///< holds at the node alone, at each tick `at` at which it has crashed or is down
    paused,   ///< holds at the node alone, at each tick `at` at which it is paused
    quiet,    ///< holds at the node alone, at each tick `at` at which it sends nothing
    ioerror,  ///< holds at the node alone, at each tick `at` after one at which a write failed, or
              ///< the disk was dead
    corrupted,  ///< holds at the node alone, at each tick `at` at which what is kept is damaged
    corrupt,  ///< holds at the node alone, at the tick `at` after one at which damage was detected
    writeback,  ///< holds at the node alone, at each tick `at` at which the system writes back
    late,       ///< holds at the node alone, at the tick `at` at which it sends `to` what arrives
                ///< `ticks` late, or again so late
  };
  Kind kind = Kind::crash;
  NodeId node;
  Time at;
  NamedId relation = no_relation;  ///< of those four that are about disks
  NodeId to{};                     ///< of `late`
  std::int32_t ticks = 0;          ///< likewise
  auto operator<=>(const FaultFact&) const = default;
};

}  // namespace ldfi
