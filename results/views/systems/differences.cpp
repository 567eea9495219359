#include "results/views/systems/differences.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "common/base/text.hpp"
#include "common/systems/joining.hpp"

namespace ldfi::results {
namespace {

using systems::Event;
using systems::EventKind;
using systems::Fate;

std::string sent_text(const History& history, std::size_t index) {
  const Event& event = history.events()[index];
  const systems::MessageId& id = event.message;
  const std::string& body = history.words[index].body;
  std::string out = fmt::format("sends {}#{} to {}", id.type, id.number, id.to);
  if (!body.empty() && body != id.type) out += fmt::format(" ({})", body);
  switch (event.fate) {
    case Fate::ok:
      return out;
    case Fate::lost:
      return out + ", which is lost";
    case Fate::dead:
      return out + fmt::format(", which finds {} down", id.to);
    case Fate::late:
      if (const std::uint64_t things = systems::delay_in_activations(history.recording.faults, id);
          things > 0) {
        return out + fmt::format(", which is delivered after {} of {}",
                                 counted(things, "activation", "activations"), id.to);
      }
      return out + (event.arrives ? ", which is late: it arrives at " + time_text(*event.arrives)
                                  : ", which is late");
    case Fate::doubled:
      return out + (event.again
                        ? ", which is duplicated: the copy arrives at " + time_text(*event.again)
                        : ", which is duplicated");
    case Fate::pending:
      return out + ", which stays pending";
  }
  return out;  // a fate that only a newer version of the format has
}

std::string crash_text(const Event& event) {
  std::string out = "crashes";
  if (event.said_before) {
    out += fmt::format(" in the middle of an activation, after it sent {} message{}",
                       *event.said_before, *event.said_before == 1 ? "" : "s");
  }
  return event.back ? out + ", and is down until " + time_text(*event.back) : out + " for good";
}

/// Returns a key for an event, which is the same in all executions that have the event, at whatever time.
std::string key_of(const History& history, std::size_t index) {
  return fmt::format("{} {} {}", place_of(history, index), happening(history, index),
                     history.words[index].fingerprint);
}

/// Returns true if both executions have the same event at this index, with the same fate of its message.
bool agree(const History& one, const History& other, std::size_t event) {
  const Event& a = one.events()[event];
  const Event& b = other.events()[event];
  return a.said == b.said && a.fate == b.fate && a.arrives == b.arrives && a.again == b.again;
}

std::string at_event(const History& history, std::size_t index) {
  if (index >= history.events().size()) return "nothing more happens";
  return fmt::format("at {} {} {}", time_text(history.events()[index].time),
                     place_of(history, index), happening(history, index));
}

}  // namespace

std::string place_of(const History& history, std::size_t event) {
  const Event& one = history.events()[event];
  if (one.kind != EventKind::answer) return one.node;
  const auto asked = history.words[event].answers;
  return asked ? history.asked[*asked].node : "";
}

std::string happening(const History& history, std::size_t event) {
  const Event& one = history.events()[event];
  const Words& words = history.words[event];
  switch (one.kind) {
    case EventKind::send:
      return sent_text(history, event);
    case EventKind::recv:
      return fmt::format("receives {}#{} from {}", one.message.type, one.message.number,
                         one.message.from);
    case EventKind::hold:
      return fmt::format("would receive {}#{} from {} now, but has other activations first",
                         one.message.type, one.message.number, one.message.from);
    case EventKind::timer:
      return "handles its timer";
    case EventKind::crash:
      return crash_text(one);
    case EventKind::restart:
      return "is started again";
    case EventKind::exit:
      return "ends by itself";
    case EventKind::pause:
      return "is paused until " + time_text(*one.back);
    case EventKind::hear:
      return fmt::format("receives the request of {}", words.client);
    case EventKind::invoke:
      return fmt::format("receives a request of {}{}: {}", words.client,
                         one.waits ? " while it is paused" : "", words.body);
    case EventKind::answer:
      return fmt::format("answers {}: {}", words.client, words.body);
  }
  return "has an event that this version does not know";
}

Differences differences(const History& one, const History& other) {
  Differences out;
  const std::size_t both = std::min(one.events().size(), other.events().size());
  std::size_t first = 0;
  while (first < both && agree(one, other, first)) ++first;
  out.same = first == one.events().size() && first == other.events().size();
  if (out.same) return out;
  out.parting =
      fmt::format("{}; in the other run {}", at_event(one, first), at_event(other, first));
  std::map<std::string, std::vector<std::size_t>> there;
  for (std::size_t i = other.events().size(); i-- > first;) {
    there[key_of(other, i)].push_back(i);
  }
  for (std::size_t i = first; i < one.events().size(); ++i) {
    std::vector<std::size_t>& same = there[key_of(one, i)];
    if (!same.empty()) {
      same.pop_back();
      continue;
    }
    out.events.insert(i);
    out.list.push_back({one.events()[i].time, place_of(one, i), happening(one, i), true});
  }
  for (const auto& [key, events] : there) {
    for (const std::size_t i : events) {
      out.list.push_back({other.events()[i].time, place_of(other, i), happening(other, i), false});
    }
  }
  std::ranges::stable_sort(out.list, [](const Difference& a, const Difference& b) {
    return std::tie(a.time, a.place, a.here) < std::tie(b.time, b.place, b.here);
  });
  return out;
}

}  // namespace ldfi::results
