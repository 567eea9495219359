#include "common/faults/kinds/omission.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/spans.hpp"

namespace ldfi {

bool admits(const Fspec& fspec, const Omission& o) {
  return o.from.index() < fspec.node_count() && o.to.index() < fspec.node_count() &&
         fspec.omissible(o.from, o.to) && o.sent.tick() >= 1 &&
         o.sent.tick() <= fspec.last_omission();
}

std::string in_words(const Omission& o, const Fspec& fspec) {
  return fmt::format("messages from {} to {} sent at {} are lost",
                     word_or_quoted(fspec.name(o.from)), word_or_quoted(fspec.name(o.to)),
                     o.sent.tick());
}

std::string as_cause(const Omission& o, const Fspec& fspec) {
  return fmt::format("lost: {} → {}, sent at {}", word_or_quoted(fspec.name(o.from)),
                     word_or_quoted(fspec.name(o.to)), o.sent.tick());
}

void add_candidates(const Fspec& fspec, Candidates& out, Omission*) {
  for (std::size_t from = 0; from < fspec.node_count(); ++from) {
    for (std::size_t to = 0; to < fspec.node_count(); ++to) {
      if (from == to || !fspec.omissible(NodeId(from), NodeId(to))) continue;
      for (int t = 1; t <= fspec.last_omission() && !out.full(); ++t) {
        out.add(Omission{NodeId(from), NodeId(to), Time(t)});
      }
    }
  }
}

std::size_t most_at_once(const Fspec& fspec, Omission* kind) {
  const std::uint64_t all =
      fspec.omissible_pairs() * static_cast<std::uint64_t>(fspec.last_omission());
  return at_most_allowed(static_cast<std::size_t>(all), fspec, kind);
}

void read(FaultReader& reader, Omission*) {
  const auto from = reader.name();
  reader.expect(',', "a name");
  const auto to = reader.name();
  reader.expect(',', "a receiver's name");
  const auto time = reader.time_word();
  reader.expect(')', "an omission's time");

  const Fspec& fspec = reader.fspec();
  const int last = fspec.last_omission();
  const char* mode = fspec.eff_mode() == EffMode::exclusive ? ", exclusive" : "";
  const auto sender = reader.node_of(from);
  const auto receiver = reader.node_of(to);
  const auto sent = reader.time_of(
      time, last,
      last < 1 ? fmt::format("EFF is {}{}: no message can be lost by omission", fspec.eff(), mode)
               : fmt::format("messages are lost up to EFF ({}{})", fspec.eff(), mode));
  if (sender && sender == receiver) {
    reader.report("fault-self", "a node's messages to itself are never lost");
  } else if (sender && receiver && !fspec.omissible(*sender, *receiver)) {
    reader.report("fault-omission",
                  fmt::format("the Fspec admits no omissions of messages from {} to {}",
                              shown(from.text), shown(to.text)));
  } else if (sender && receiver && sent) {
    reader.add(Omission{*sender, *receiver, *sent});
  }
}

}  // namespace ldfi
