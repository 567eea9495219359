// The facts through which rules see faults: `crash(Observer, Node, Time)`, `restart(Node)`,
// `down(Node)`, `paused(Node)`, `ioerror(Node, Relation)` and `corrupt(Node, Relation)`. The
// other facts are seen only by rules that ldfi-farm adds to the program.
#pragma once

#include <compare>
#include <cstdint>

#include "common/faults/channel.hpp"

namespace ldfi {

struct FaultFact {
  enum class Kind : std::uint8_t {
    crash,    ///< holds at every node and tick: the node crashes at `at`, for good
    restart,  ///< holds only at the node, at the tick `at` at which the node restarts
    down,    ///< holds only at the node, at each tick `at` at which the node is down or has crashed
    paused,  ///< holds only at the node, at each tick `at` at which the node is paused
    quiet,   ///< holds only at the node, at each tick `at` at which the node sends nothing
    /// Holds only at the node, at each tick `at` after a tick at which a write failed or the disk
    /// was dead.
    ioerror,
    corrupted,  ///< holds only at the node, at each tick `at` at which stored data is damaged
    /// Holds only at the node, at the tick `at` after a tick at which damage was detected.
    corrupt,
    /// Holds only at the node, at each tick `at` at which the system writes a buffer back.
    writeback,
    /// Holds only at the node, at the tick `at` at which it sends messages to the node `to` that
    /// arrive `ticks` late, or a second time `ticks` late.
    late,
  };
  Kind kind = Kind::crash;
  NodeId node;
  Time at;
  NamedId relation = no_relation;  ///< relation of the facts about disks, and of `late`
  NodeId to{};                     ///< receiver of the late messages; only for `late`
  std::int32_t ticks = 0;          ///< lateness of the messages; only for `late`
  auto operator<=>(const FaultFact&) const = default;
};

}  // namespace ldfi
