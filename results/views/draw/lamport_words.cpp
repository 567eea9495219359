// Writes a space-time diagram as text for screen readers.
#include <fmt/core.h>

#include "common/base/text.hpp"
#include "results/views/draw/lamport.hpp"

namespace ldfi::results {
namespace {

char upper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

/// Returns sentences about lasting faults, such as partitions and pauses, that begin at the tick.
/// Empty if there are none.
std::string beginning(const Trace& trace, int tick) {
  std::string out;
  each_kind([&]<class Kind>(Kind*) {
    if constexpr (requires { Kind::shading; }) {
      for (const Kind& fault : trace.faults.all<Kind>()) {
        if (first_tick(fault) != Time(tick)) continue;
        out += " " + ldfi::in_words(fault, Fspec(trace.fspec)) + ".";
      }
    }
  });
  return out;
}

/// Returns sentences about the faults of disks at the tick. Empty if there are none.
std::string failing_at(const Trace& trace, int tick) {
  std::string out;
  each_kind_of<Place::disk>([&]<class Kind>(Kind*) {
    for (const Kind& fault : trace.faults.all<Kind>()) {
      if (!is_drawn_at(fault, Time(tick))) continue;
      std::string told =
          fmt::format(fmt::runtime(Kind::words.with_node), trace.stored(fault.relation),
                      word_or_quoted(trace.name(fault.node)));
      if (!std::string_view(Kind::words.with_node).starts_with('{')) told[0] = upper(told[0]);
      out += " " + told + ".";
    }
  });
  return out;
}

/// Returns the number of a delivered message as text, such as ` 3:`. Empty if it has no number.
std::string number_of(const ScheduleMarks* marks, const SentMessage& sent) {
  if (marks == nullptr) return "";
  const auto found = marks->numbers.find(sent);
  return found == marks->numbers.end() ? "" : fmt::format(" {}:", found->second);
}

}  // namespace

std::string lamport_in_words(const Trace& trace, JudgedBy by, const ScheduleMarks* marks) {
  const auto name = [&](NodeId node) { return word_or_quoted(trace.name(node)); };
  std::string out = "Processes:";
  for (std::size_t i = 0; i < trace.fspec.nodes.size(); ++i) out += " " + name(NodeId(i));
  out += ".";
  for (const Tick& tick : trace.ticks) {
    const std::string cut = beginning(trace, tick.tick);
    const std::string failing = failing_at(trace, tick.tick);
    std::string given;
    for (const auto& one :
         marks == nullptr ? std::vector<ScheduleMarks::External>{} : marks->externals) {
      if (one.tick == tick.tick) given += fmt::format(" {} is given.", one.text);
    }
    if (tick.crashes.empty() && tick.restarts.empty() && tick.arrived.empty() &&
        tick.lost.empty() && cut.empty() && failing.empty() && given.empty()) {
      continue;
    }
    out += fmt::format(" Tick {}:{}", tick.tick, cut);
    for (const NodeId node : tick.restarts) out += fmt::format(" {} restarts.", name(node));
    for (const NodeId node : tick.crashes) out += fmt::format(" {} crashes.", name(node));
    out += failing + given;
    for (const Message& m : tick.lost) {
      const bool pending = marks != nullptr && marks->pending.contains({Time(tick.tick), m});
      out += fmt::format(" {} to {}: {} is {}.", name(m.from), name(m.to), m.head,
                         pending ? "pending" : "lost");
    }
    for (const Message& m : tick.arrived) {
      out += number_of(marks, {Time(tick.tick), m});
      out +=
          fmt::format(" {} to {}: {}{}.", name(m.from), name(m.to), m.head, lateness_in_words(m));
    }
  }
  if (by == JudgedBy::invariant) {
    out += trace.holds() ? " The invariant holds." : " The invariant is violated:";
  } else {
    out += trace.holds() ? " Nothing is violated." : " Violated:";
  }
  for (const std::string& tuple : trace.violated) out += " " + tuple;
  return out;
}

}  // namespace ldfi::results
