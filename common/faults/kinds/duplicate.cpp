#include "common/faults/kinds/duplicate.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi {
namespace {

/// Returns true if both faults concern the same messages.
template <class One, class Other>
bool same_messages(const One& one, const Other& other) {
  return one.from == other.from && one.to == other.to && one.sent == other.sent &&
         one.relation == other.relation;
}

}  // namespace

bool admits(const Fspec& fspec, const Duplicate& u) {
  return u.malformed() == nullptr && fspec.may_duplicate(u.from, u.to, u.sent, u.late) &&
         fspec.is_delayed_as_unit(u.relation);
}

std::string in_words(const Duplicate& u, const Fspec& fspec) {
  return fmt::format("{} from {} to {} sent at {} arrive again, {} tick{} late",
                     messages_of(u.relation, fspec), word_or_quoted(fspec.name(u.from)),
                     u.from == u.to ? "itself" : word_or_quoted(fspec.name(u.to)), u.sent.tick(),
                     u.late, u.late == 1 ? "" : "s");
}

std::string as_cause(const Duplicate& u, const Fspec& fspec) {
  return fmt::format("again, {} tick{} late: {}{} → {}, sent at {}", u.late, u.late == 1 ? "" : "s",
                     of_relation(u.relation, fspec), word_or_quoted(fspec.name(u.from)),
                     word_or_quoted(fspec.name(u.to)), u.sent.tick());
}

std::string arguments(const Duplicate& u, const Names& names) {
  return late_arguments({u.from, u.to, u.sent, ChannelKind::message, u.relation}, u.late, names);
}

const char* excludes(const Omission& omission, const Duplicate& duplicate) {
  const bool lost = omission.from == duplicate.from && omission.to == duplicate.to &&
                    omission.sent == duplicate.sent;
  return lost ? "a lost message cannot be duplicated" : nullptr;
}

const char* excludes(const Delay& delay, const Duplicate& duplicate) {
  return same_messages(delay, duplicate) && duplicate.late <= delay.late
             ? "the duplicate must arrive after the message"
             : nullptr;
}

const char* excludes(const Duplicate& one, const Duplicate& other) {
  return same_messages(one, other) ? "a message is duplicated at most once" : nullptr;
}

void Duplicate::strike(FaultTick& tick) const {
  if (sent != tick.now) return;
  tick.late.emplace_back(*this);
  tick.facts.push_back(*makes());
}

void read(FaultReader& reader, Duplicate*) {
  const ReadLate one = read_late(reader, reader.fspec().delays().most_between(), "twice");
  if (one.whole()) reader.add(Duplicate{*one.from, *one.to, *one.sent, *one.late, one.relation});
}

}  // namespace ldfi
