// Channels, and the states of nodes. A channel carries data from one tick to the next, unless a
// fault loses the data. The data are the messages from one node to another at one tick, the memory
// of a node, or a node's writes to its disk.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "common/base/ids.hpp"

namespace ldfi {

/// The data that a channel carries. All kinds except `message` stay at one node: `from` == `to`.
enum class ChannelKind : std::uint8_t {
  message,
  /// Memory of the node. A fault loses it if the node is paused, or down at this or the next tick.
  /// With CrashModel::halt, a crash also loses it.
  memory,
  /// Writes to the node's disk. A fault loses them if the node is down or paused, if the write
  /// fails, or if the disk is dead.
  write,
  /// Old data on the disk. They stay only if no write replaces them (`write` is lost), and the disk
  /// is not dead.
  keep,
  copy,    ///< unchanged data of a whole relation on the disk; lost if the disk is dead
  itself,  ///< messages of a node to itself that may be late; this channel loses only those that
           ///< are late
  /// Unchanged memory of a whole relation. Lost in the same cases as `memory`, but not in a pause.
  stay,
};

/// Stands for "no relation", in channels that belong to no single relation.
inline constexpr NamedId no_relation{~std::uint32_t{0}};

struct Channel {
  NodeId from;
  NodeId to;
  Time sent;
  ChannelKind kind = ChannelKind::message;
  /// The relation that the disk stores, for a disk that may have faults. The relation of the
  /// messages, if messages are delayed by relation. Otherwise no_relation.
  NamedId relation = no_relation;
  auto operator<=>(const Channel&) const = default;
};

/// Returns true if the channel carries messages, to other nodes or to the node itself.
[[nodiscard]] inline bool is_sent(const Channel& channel) {
  return channel.kind == ChannelKind::message || channel.kind == ChannelKind::itself;
}

/// The channels that one fault may affect: those from `from` to `to` at the ticks from `first` to
/// `last`. Nullopt stands for every node. If `arriving` is true, the channels to the node `from`
/// are included, too.
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
  crashed,  ///< behaves as the CrashModel says
  down,     ///< does nothing; its memory is lost
};

}  // namespace ldfi
