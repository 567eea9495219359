#include "common/systems/determinism.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/systems/event_rows.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::systems {
namespace {

void fail(const Recording& recording, int line, std::string text, std::string hint,
          std::vector<Diagnostic>& problems) {
  problems.push_back({Severity::error,
                      "nondeterminism",
                      {recording.file, line, 1, 1},
                      std::move(text),
                      {std::move(hint)}});
}

/// Returns a text that says how a fault changes a sent message. Empty if no fault hits the message.
std::string fate_of(const Recording& recording, const Event& event) {
  if (event.kind != EventKind::send) return "";
  if (event.fate == Fate::lost && recording.faults.has<Reset>(event.message)) return "reset";
  if (event.fate == Fate::lost && recording.faults.has<Hang>(event.message)) return "hung";
  if (event.fate == Fate::lost) return "lost";
  const Delay* const delay = recording.faults.find<Delay>(event.message);
  const Cut* const cut = recording.faults.cut_of(event.message, event.time);
  if (event.fate == Fate::late && delay == nullptr && cut != nullptr) return to_text(Fault(*cut));
  if (event.fate == Fate::late && delay != nullptr) {
    // Bytes of a connection that are sent during a partition arrive after it.
    const bool waits = cut != nullptr && !may_be_lost(event.message.type);
    return lateness_text(delay->late) + (waits ? " " + to_text(Fault(*cut)) : "");
  }
  const Duplicate* const again = recording.faults.find<Duplicate>(event.message);
  const bool doubled = event.fate == Fate::doubled && again != nullptr;
  return doubled ? "again " + duration_text(again->later) : "";
}

std::string text_of(const Recording& recording, std::size_t event) {
  return event < recording.events.size() ? recording.events[event].said : "the end";
}

}  // namespace

bool Comparison::add(const Recording& recording, std::vector<Diagnostic>& problems) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < recording.events.size(); ++i) {
    const Event& event = recording.events[i];
    // A crash or pause comes before the event that would happen without it. So its event is not
    // compared with that event, but begins another branch of the tree.
    const bool fault = row_of(event.kind).is_fault;
    if (!fault && !agrees(all_[at], recording, i, problems)) return false;
    const std::string fate = fault ? event.said : fate_of(recording, event);
    const auto [branch, fresh] = all_[at].branches.emplace(fate, all_.size());
    at = branch->second;
    if (fresh) all_.emplace_back();
  }
  // An invalid execution may stop after any event.
  if (recording.result == Result::invalid) return true;
  return agrees(all_[at], recording, recording.events.size(), problems) &&
         ends(all_[at], recording, problems);
}

/// Checks that recordings with the same events have the same result.
bool Comparison::ends(Agreement& at, const Recording& recording,
                      std::vector<Diagnostic>& problems) {
  if (at.ended == nullptr) at.ended = &recording;
  if (at.ended->result == recording.result && at.ended->violated == recording.violated) return true;
  const int line =
      recording.events.empty() ? 1 : recording.events.line(recording.events.size() - 1) + 1;
  fail(recording, line, fmt::format("the same execution has another verdict in {}", at.ended->name),
       "the checker is not deterministic: recordings prove nothing then", problems);
  return false;
}

bool Comparison::agrees(Agreement& at, const Recording& recording, std::size_t event,
                        std::vector<Diagnostic>& problems) {
  if (at.first == nullptr) {
    at.first = &recording;
    at.event = event;
    return true;
  }
  const Event* const here = event < recording.events.size() ? &recording.events[event] : nullptr;
  const auto& others = at.first->events;
  const Event* const there = at.event < others.size() ? &others[at.event] : nullptr;
  if (here == nullptr && there == nullptr) return true;
  if (here != nullptr && there != nullptr && here->said == there->said) return true;
  std::string text =
      here == nullptr ? fmt::format("it ends, but {} continues in line {}", at.first->name,
                                    others.line(at.event))
      : there == nullptr
          ? fmt::format("it continues, but {} ends here", at.first->name)
          : fmt::format("{} has another event in line {}", at.first->name, others.line(at.event));
  const int line = here != nullptr ? recording.events.line(event)
                   : event > 0     ? recording.events.line(event - 1)
                                   : 1;
  fail(recording, line, text + ", although all fates before are the same",
       "the system is not deterministic, or the recorder leaves something out: recordings prove "
       "nothing then",
       problems);
  return false;
}

std::string difference(const Recording& one, const Recording& other) {
  if (other.result == Result::invalid) return "invalid the second time: " + other.why;
  const std::size_t count = std::max(one.events.size(), other.events.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::string first = text_of(one, i);
    const std::string second = text_of(other, i);
    if (first != second) return fmt::format("{} once, {} once", first, second);
  }
  const bool same = one.result == other.result && one.violated == other.violated;
  return same ? "" : "the same history got another verdict";
}

}  // namespace ldfi::systems
