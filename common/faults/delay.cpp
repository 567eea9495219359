#include "common/faults/delay.hpp"

#include <fmt/core.h>

#include <limits>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"

namespace ldfi {

bool admits(const Fspec& fspec, const Delay& d) {
  return d.malformed() == nullptr && fspec.may_delay(d.from, d.to, d.sent, d.late);
}

std::string in_words(const Delay& d, const Fspec& fspec) {
  return fmt::format("messages from {} to {} sent at {} arrive {} tick{} late",
                     word_or_quoted(fspec.name(d.from)), word_or_quoted(fspec.name(d.to)),
                     d.sent.tick(), d.late, d.late == 1 ? "" : "s");
}

std::string as_cause(const Delay& d, const Fspec& fspec) {
  return fmt::format("{} tick{} late: {} → {}, sent at {}", d.late, d.late == 1 ? "" : "s",
                     word_or_quoted(fspec.name(d.from)), word_or_quoted(fspec.name(d.to)),
                     d.sent.tick());
}

const char* excludes(const Omission& omission, const Delay& delay) {
  return delay.loses({omission.from, omission.to, omission.sent})
             ? "a message that is lost is not late"
             : nullptr;
}

const char* excludes(const Delay& one, const Delay& other) {
  return one.loses({other.from, other.to, other.sent}) ? "messages are late by one number of ticks"
                                                       : nullptr;
}

bool in_use(const Fspec& fspec, Delay*) {
  return fspec.delays().most > 0;
}

void read(FaultReader& reader, Delay*) {
  const ReadLate one = read_late(reader, reader.fspec().delays().most, "late");
  if (one.whole()) reader.add(Delay{*one.from, *one.to, *one.sent, *one.late});
}

void check_count(FaultReader& reader, Delay*) {
  constexpr int any = std::numeric_limits<int>::max();
  reader.check<Delay>(
      {"fault-delay", reader.fspec().delays().count.value_or(any), "fault-delays", "delays"});
}

}  // namespace ldfi
