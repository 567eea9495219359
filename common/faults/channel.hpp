// A channel is where something gets from one tick to the next, or is lost: everything that `from`
// sends to `to` at one tick; what a node has in memory; what it writes to its disk. And the states
// of a node.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

#include "common/base/ids.hpp"

namespace ldfi {

/// What goes through a channel. All but `message` stay at one node: `from` == `to`.
enum class ChannelKind : std::uint8_t {
  message,
  memory,  ///< lost if the node is down now or at the next tick, or, under `halt`, has crashed, or
           ///< if it is paused
  write,   ///< to the node's disk; lost if the node is down or paused, writes fail, or it is dead
  keep,    ///< what is on the disk stays as it is; open only where `write` is lost,
           ///< but not if the disk is dead
  copy,    ///< a whole relation on the disk that is copied as it is; lost if the disk is dead
  itself,  ///< what a node sends itself, where that may be late: lost by that alone
  stay,    ///< memory that stays as it is: lost as `memory` is, but not by a pause
};

/// Of a channel that no fault of a disk concerns.
inline constexpr NamedId no_relation{~std::uint32_t{0}};

struct Channel {
  NodeId from;
  NodeId to;
  Time sent;
  ChannelKind kind = ChannelKind::message;
  NamedId relation = no_relation;  ///< of those of a disk, where it may fail or die
  auto operator<=>(const Channel&) const = default;
};

/// True for what rules send, to other nodes or their own.
[[nodiscard]] inline bool is_sent(const Channel& channel) {
  return channel.kind == ChannelKind::message || channel.kind == ChannelKind::itself;
}

/// Where the channels are that one fault may lose or open: those of `from`, to the node `to`, at the
/// ticks first … last. Each of them, if it is empty, is every node. With `arriving`, also those to
/// `from`.
struct Losses {
  std::optional<NodeId> from;
  std::optional<NodeId> to;
  Time first;
  Time last;
  bool arriving = false;
};

enum class NodeState : std::uint8_t {
  up,
  paused,   ///< it does nothing, and will go on
  crashed,  ///< the CrashModel says what the node still does
  down,     ///< it does nothing; what it had in memory is lost
};

}  // namespace ldfi
