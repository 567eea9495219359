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
/// a specification derives one, or if an event's relation does not exist.
std::vector<Event> events(const Program& program);

/// Names of the relations of nodes that send nothing: to other nodes, or to themselves. Programs
/// cannot contain such names.
inline constexpr std::string_view quiet = "is quiet";
inline constexpr std::string_view quiet_to_itself = "is quiet to itself";

/// Adds the rules of the events that specifications read. Requires that the rules of disks were
/// added. `late` is true if messages may be late. Throws as events() does, and if a late message
/// cannot be distinguished from a lost one.
void add_events(Program& program, bool late);

}  // namespace ldfi::certificate
