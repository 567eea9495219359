// The events of a node that a fault can hit: the node sends messages, or writes to its disk.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "common/base/ids.hpp"

namespace ldfi::failures {

/// All messages of one relation that `from` sends to `to` at one tick. Or all changes of one stable
/// or buffered relation on the disk of the node `from`, which is then also `to`. An attempt that a
/// fault prevents is an event, too. A node that is down attempts nothing. At one tick, writes come
/// before sends.
struct IoEvent {
  enum class Kind : std::uint8_t { write, send };

  Time at;
  Kind kind = Kind::send;
  std::string relation;
  NodeId from;
  NodeId to;
  bool lost = false;  ///< true if a fault lost the messages, or if the write failed
  auto operator<=>(const IoEvent&) const = default;
};

}  // namespace ldfi::failures
