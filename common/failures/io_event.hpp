// The events of a node that a fault can hit: sending messages, and writing to a disk.
#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "common/base/ids.hpp"

namespace ldfi::failures {

/// A send event stands for all messages of one relation that `from` sends to `to` at one tick. A
/// write event stands for all changes of one relation on the disk of the node `from`; then `to` is
/// the same node. Messages and writes that a fault prevents are events, too, but a node that is
/// down has no events. At one tick, writes come before sends.
struct IoEvent {
  enum class Kind : std::uint8_t { write, send };

  Time at;
  Kind kind = Kind::send;
  std::string relation;
  NodeId from;
  NodeId to;
  bool lost = false;  ///< true if a fault lost the messages or prevented the write
  auto operator<=>(const IoEvent&) const = default;
};

}  // namespace ldfi::failures
