// Channels and the states of nodes. A channel carries something from one tick to the next, unless a
// fault loses it: all messages that one node sends to another at one tick, the memory of a node, or
// writes of a node to its disk.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "common/base/ids.hpp"

namespace ldfi {

/// The content of a channel. All kinds except `message` stay at one node: `from` == `to`.
enum class ChannelKind : std::uint8_t {
  message,
  /// Memory of the node. It is lost if the node is paused, or down now or at the next tick. Under
  /// `halt`, it is lost if the node has crashed.
  memory,
  /// Writes to the node's disk. They are lost if the node is down or paused, if writes fail, or if
  /// the disk is dead.
  write,
  /// Unchanged data on the disk, which stays only if `write` is lost and the disk is not dead.
  keep,
  copy,    ///< unchanged data of a whole relation on the disk; lost if the disk is dead
  itself,  ///< messages of a node to itself that may be late; lost only if they are late
  /// Unchanged memory of a whole relation; lost as `memory` is, except that a pause does not lose
  /// it.
  stay,
};

/// Stands for "no relation", in channels that faults of disks do not concern.
inline constexpr NamedId no_relation{~std::uint32_t{0}};

struct Channel {
  NodeId from;
  NodeId to;
  Time sent;
  ChannelKind kind = ChannelKind::message;
  /// For disks with faults, the relation of the disk. For messages that may be late, their
  /// relation.
  NamedId relation = no_relation;
  auto operator<=>(const Channel&) const = default;
};

/// Returns true if rules send the content of the channel, to other nodes or to their own node.
[[nodiscard]] inline bool is_sent(const Channel& channel) {
  return channel.kind == ChannelKind::message || channel.kind == ChannelKind::itself;
}

/// The channels that one fault may lose or open: those from `from` to `to` at the ticks from
/// `first` to `last`. An empty `from` or `to` means every node. If `arriving` is true, the channels
/// to the node `from` are included, too.
struct Losses {
  std::optional<NodeId> from;
  std::optional<NodeId> to;
  Time first;
  Time last;
  bool arriving = false;
};

enum class NodeState : std::uint8_t {
  up,
  paused,   ///< does nothing, and will resume
  crashed,  ///< does what the CrashModel says
  down,     ///< does nothing; its memory is lost
};

}  // namespace ldfi
