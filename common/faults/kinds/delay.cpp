#include "common/faults/kinds/delay.hpp"

#include <fmt/core.h>

#include <limits>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi {

bool admits(const Fspec& fspec, const Delay& d) {
  return d.malformed() == nullptr && fspec.may_delay(d.from, d.to, d.sent, d.late) &&
         fspec.is_delayed_as_unit(d.relation);
}

std::string in_words(const Delay& d, const Fspec& fspec) {
  return fmt::format("{} from {} to {} sent at {} arrive {} tick{} late",
                     messages_of(d.relation, fspec), word_or_quoted(fspec.name(d.from)),
                     d.from == d.to ? "itself" : word_or_quoted(fspec.name(d.to)), d.sent.tick(),
                     d.late, d.late == 1 ? "" : "s");
}

std::string as_cause(const Delay& d, const Fspec& fspec) {
  return fmt::format("{} tick{} late: {}{} → {}, sent at {}", d.late, d.late == 1 ? "" : "s",
                     of_relation(d.relation, fspec), word_or_quoted(fspec.name(d.from)),
                     word_or_quoted(fspec.name(d.to)), d.sent.tick());
}

std::string arguments(const Delay& d, const Names& names) {
  return late_arguments({d.from, d.to, d.sent, ChannelKind::message, d.relation}, d.late, names);
}

const char* excludes(const Omission& omission, const Delay& delay) {
  return omission.from == delay.from && omission.to == delay.to && omission.sent == delay.sent
             ? "a lost message cannot be late"
             : nullptr;
}

const char* excludes(const Delay& one, const Delay& other) {
  return one.same_messages(other) ? "a message has only one delay" : nullptr;
}

void Delay::strike(FaultTick& tick) const {
  if (sent != tick.now) return;
  tick.late.emplace_back(*this);
  tick.facts.push_back(*makes());
}

void read(FaultReader& reader, Delay*) {
  const ReadLate one = read_late(reader, reader.fspec().delays().most, "late");
  if (one.whole()) reader.add(Delay{*one.from, *one.to, *one.sent, *one.late, one.relation});
}

}  // namespace ldfi
