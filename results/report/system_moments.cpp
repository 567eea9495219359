#include "results/report/system_moments.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "common/systems/event_rows.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "results/views/systems/columns.hpp"
#include "results/views/systems/differences.hpp"
#include "results/views/systems/single_faults.hpp"
#include "results/views/systems/timeline.hpp"

namespace ldfi::results {
namespace {

constexpr std::size_t most_events = 4000;

using systems::Event;
using systems::EventKind;
using systems::Fate;

std::string_view kind_of(const Event& event) {
  const bool lost = event.kind == EventKind::send && event.fate == Fate::lost;
  return lost ? "lost" : systems::row_of(event.kind).group;
}

/// Returns the time at which the message that is sent at this event arrives, or at which a lasting
/// event, such as a pause, ends. Returns null for other events, or if the time is not known.
Json until(const History& history, std::size_t index) {
  const Event& event = history.events()[index];
  if (systems::row_of(event.kind).lasts) return *event.back;
  if (event.kind != EventKind::send || event.fate == Fate::lost) return nullptr;
  if (const auto received = history.received[index]) return history.events()[*received].time;
  return event.arrives ? Json(*event.arrives) : Json(nullptr);
}

}  // namespace

Json moments_json(const History& history, const History* good) {
  const std::vector<std::string> nodes = columns_of(history);
  std::map<std::string, std::size_t> number;
  for (std::size_t i = 0; i < nodes.size(); ++i) number.emplace(nodes[i], i);
  const auto place = [&](const std::string& name) {
    const auto found = number.find(name);
    return found == number.end() ? Json(nullptr) : Json(found->second);
  };
  const Timeline timeline = timeline_of(history, good);
  const auto faults = single_faults(history);
  Json events = Json::array();
  std::size_t more = 0;
  for (std::size_t i = 0; i < history.events().size(); ++i) {
    const Event& event = history.events()[i];
    const Json at = place(place_of(history, i));
    if (at.is_null()) continue;
    if (events.size() == most_events) {
      ++more;
      continue;
    }
    const Json to = event.kind == EventKind::send ? place(event.message.to) : Json(nullptr);
    events.push_back({event.time, at, kind_of(event), happening(history, i), timeline.y_of(i), to,
                      until(history, i), faults[i]});
  }
  return {{"nodes", nodes},
          {"faults", systems::to_text(history.recording.faults)},
          {"result", name_of(history.recording.result)},
          {"events", std::move(events)},
          {"more", more}};
}

}  // namespace ldfi::results
