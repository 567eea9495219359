// The events of a node that a failure can hit: it sends, or writes to its disk.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "common/base/ids.hpp"

namespace ldfi::failures {

/// All messages of one relation that `from` sends to `to` at one tick. Or all changes of one stable
/// or buffered relation on the disk of the node `from`, which is also `to`. Attempts that a fault
/// prevents are events, too. What a node does not attempt because it is down is not an event. At
/// one tick, writes come before sends.
struct IoEvent {
  enum class Kind : std::uint8_t { write, send };

  Time at;
  Kind kind = Kind::send;
  std::string relation;
  NodeId from;
  NodeId to;
  bool lost = false;  ///< a fault lost the messages, or the write failed
  auto operator<=>(const IoEvent&) const = default;
};

}  // namespace ldfi::failures
