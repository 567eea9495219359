// Events of the protocol, which specifications may read: messages that are sent, delivered or lost,
// writes, and facts that appear or disappear (docs/explanation/verdicts.md).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

struct Event {
  enum class Kind : std::uint8_t { sent, delivered, lost, wrote, first, gone };
  Kind kind = Kind::sent;
  int event = 0;  ///< the relation that specifications read
  int of = 0;     ///< the relation of the protocol that the event is about
  /// Returns true if the event has a column for the sender before those of the relation.
  [[nodiscard]] bool of_messages() const { return kind <= Kind::lost; }
};

/// Returns the events that specifications read. Throws Rejected if the protocol reads an event, if
/// a specification derives an event, or if the protocol has no relation of the kind that the event
/// is about.
std::vector<Event> events(const Program& program);

/// Names of two relations: the nodes that send nothing to other nodes, and the nodes that send
/// nothing to themselves. A program cannot contain such names.
inline constexpr std::string_view quiet = "is quiet";
inline constexpr std::string_view quiet_to_itself = "is quiet to itself";

/// Adds rules that derive the events which specifications read. add_disks() must be called before.
/// `late` is true if messages may be late or duplicated. Throws Rejected if events() does, or if
/// `late` is true and a specification reads lost messages, because a message that has not arrived
/// may only be late.
void add_events(Program& program, bool late);

}  // namespace ldfi::certificate
