// What a node does that a failure can hit: it sends, or writes to its disk.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "common/base/ids.hpp"

namespace ldfi::failures {

/// All messages of one relation that `from` sends to `to` at one tick; or all that changes on the
/// disk of the node `from`, which is `to`, of one stable or buffered relation. It was attempted: what a fault loses is an event,
/// too. What a node does not come to, because it is down, is none. In the order of a tick: what is
/// written comes before what is sent.
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
