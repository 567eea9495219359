// The facts through which a program's rules observe faults: `crash(Observer, Node, Time)`,
// `restart(Node)`, `down(Node)`, `paused(Node)`, `ioerror(Node, Relation)` and `corrupt(Node,
// Relation)`. All other facts below are read only by rules that ldfi-farm adds to the program.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>

#include "common/faults/channel.hpp"

namespace ldfi {

/// The relations of facts about faults, in the order in which their facts are added to a tick.
/// fault_relations.hpp describes each relation.
enum class FaultRelation : std::uint8_t {
  restart,
  down,
  paused,
  standing,    ///< paused nodes, read by generated rules
  quiet,       ///< nodes that send nothing to others, read by events of specifications
  quiet_self,  ///< nodes that send nothing to themselves, read by events of specifications
  ioerror,
  corrupted,  ///< damaged relations, read by generated rules
  corrupt,
  writeback,  ///< relations whose buffer the system writes to the disk, read by generated rules
  late,       ///< late messages, read by generated rules
};

inline constexpr std::size_t fault_relation_count = 11;

struct FaultFact {
  enum class Kind : std::uint8_t {
    crash,    ///< holds at every node and tick: the node crashes at `at`, for good
    restart,  ///< holds only at the node, at the tick `at` at which the node restarts
    down,    ///< holds only at the node, at each tick `at` at which the node is down or has crashed
    paused,  ///< holds only at the node, at each tick `at` at which the node is paused
    quiet,   ///< holds only at the node, at each tick `at` at which the node sends nothing
    /// Holds only at the node, at each tick `at` that follows a tick at which a write failed or the
    /// disk was dead.
    ioerror,
    corrupted,  ///< holds only at the node, at each tick `at` at which stored data is damaged
    /// Holds only at the node, at the tick `at` that follows a tick at which damage was detected.
    corrupt,
    /// Holds only at the node, at each tick `at` at which the system writes a buffer to the disk.
    writeback,
    /// Holds only at the node, at the tick `at` at which it sends late messages to the node `to`.
    /// They arrive `ticks` ticks late, for the first or the second time.
    late,
  };
  Kind kind = Kind::crash;
  NodeId node;
  Time at;
  NamedId relation = no_relation;  ///< relation of a fact about disks, or of a `late` fact
  NodeId to{};                     ///< receiver of the late messages; only for `late`
  std::int32_t ticks = 0;          ///< number of ticks by which the messages are late; only for
                                   ///< `late`
  auto operator<=>(const FaultFact&) const = default;
};

/// The kinds of facts that may hold because of several faults, or at several ticks of one fault.
/// All other facts belong to exactly one fault, for which fact_of() returns them.
inline constexpr std::array lasting_facts{FaultFact::Kind::down, FaultFact::Kind::paused,
                                          FaultFact::Kind::quiet, FaultFact::Kind::ioerror,
                                          FaultFact::Kind::corrupt};

}  // namespace ldfi
