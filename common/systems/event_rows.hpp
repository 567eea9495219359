// One table row for each kind of event in recordings of real systems: its name, and how reports
// show it.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "common/systems/recording.hpp"

namespace ldfi::systems {

struct EventRow {
  EventKind kind;
  std::string_view name;  ///< name of the event in recordings
  /// Group in which report pages show the event. A sent message that is lost is in the group
  /// `lost`.
  std::string_view group;
  bool is_fault = false;  ///< true if such an event happens only because of a fault
  bool lasts = false;     ///< true if the event describes a state that lasts until Event::back
  /// True if the node is down after the event, until Event::back if that is set.
  bool ends_node = false;
  /// Name of the fact that stands for the event in Dedalus specifications, with the node and the
  /// times as arguments. Empty if the event has no fact, or one with other arguments.
  std::string_view fact{};
  std::string_view label{};  ///< label in pictures; empty if the event has none
  std::string_view shade{};  ///< CSS class of the coloured period in pictures, if the event lasts
};

/// One row for each kind of event, in the order in which messages list them.
inline constexpr std::array event_rows{
    EventRow{EventKind::send, "send", "send", false, false, false},
    EventRow{EventKind::recv, "recv", "recv", false, false, false},
    EventRow{EventKind::hold, "hold", "hold", false, false, false},
    EventRow{EventKind::timer, "timer", "timer", false, false, false},
    EventRow{EventKind::invoke, "invoke", "client", false, false, false},
    EventRow{EventKind::hear, "hear", "client", false, false, false},
    EventRow{EventKind::answer, "return", "client", false, false, false},
    EventRow{EventKind::crash, "crash", "down", true, false, true, "crashed", "crash"},
    EventRow{EventKind::restart, "restart", "up", false, false, false, "restarted", "restart"},
    EventRow{EventKind::exit, "exit", "down", false, false, true, "ended", "ends by itself"},
    EventRow{EventKind::pause, "pause", "pause", true, true, false, "paused", "is paused",
             "paused"},
};

static_assert(event_rows.size() == static_cast<std::size_t>(EventKind::hold) + 1);

[[nodiscard]] constexpr const EventRow& row_of(EventKind kind) {
  std::size_t row = 0;
  while (event_rows[row].kind != kind) ++row;
  return event_rows[row];
}

}  // namespace ldfi::systems
