// Events of the protocol that specifications read: what is sent, arrives, is lost or written, and what appears
// and disappears (docs/explanation/verdicts.md).
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

struct Event {
  enum class Kind : std::uint8_t { sent, delivered, lost, wrote, first, gone };
  Kind kind = Kind::sent;
  int event = 0;  ///< the relation that is read
  int of = 0;     ///< the relation of the protocol
  /// It has a column for the sender before those of the relation.
  [[nodiscard]] bool of_messages() const { return kind <= Kind::lost; }
};

/// Those that specifications read. Throws Rejected where the protocol reads one, a specification derives one,
/// or there is none of that name.
std::vector<Event> events(const Program& program);

/// Of whom these hold, nothing is sent: to others, or to itself. No text has such names.
inline constexpr std::string_view quiet = "is quiet";
inline constexpr std::string_view quiet_to_itself = "is quiet to itself";

/// Adds the rules of the events that specifications read; those of disks have to be there. Throws likewise, and
/// where `late` messages cannot be told from those that are lost.
void add_events(Program& program, bool late);

}  // namespace ldfi::certificate
