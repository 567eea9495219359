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
  int event = 0;  ///< the number of the event's relation, which specifications read
  int of = 0;     ///< the number of the protocol's relation whose messages or facts cause the event
  /// Returns true if the event is about messages. Then its first column is the sender, before the
  /// columns of the relation.
  [[nodiscard]] bool of_messages() const { return kind <= Kind::lost; }
};

/// Returns the events that specifications read. Throws Rejected if the protocol reads an event, if
/// a specification derives an event, or if the protocol has no suitable relation. For example, an
/// event about messages needs a relation with messages.
std::vector<Event> events(const Program& program);

/// Names of two relations that rules of events read. `quiet` has the nodes that send nothing to
/// other nodes, and `quiet_to_itself` those that send nothing to themselves. The blanks prevent
/// that a program uses the same names.
inline constexpr std::string_view quiet = "is quiet";
inline constexpr std::string_view quiet_to_itself = "is quiet to itself";

/// Adds rules that derive the events which specifications read. add_disks() must be called before,
/// because a sync of a disk is also a write event. `late` is true if messages may be late or
/// duplicated. Throws Rejected if events() does. Also throws if `late` is true and a specification
/// reads lost messages: a message that has not arrived may only be late then.
void add_events(Program& program, bool late);

}  // namespace ldfi::certificate
