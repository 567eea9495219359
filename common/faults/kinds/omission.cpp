#include "common/faults/kinds/omission.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"

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
      last < 1 ? fmt::format("EFF is {}{}, so no message can be lost", fspec.eff(), mode)
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
