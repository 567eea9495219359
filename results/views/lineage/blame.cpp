#include "results/views/lineage/blame.hpp"

#include "common/base/contract.hpp"
#include "common/dedalus/language/fault_facts.hpp"
#include "common/dedalus/trace/messages.hpp"

namespace ldfi::results {

using dedalus::Carrier;

Blame::Blame(const Subject& subject, const FaultSet& faults)
    : subject_(subject), faults_(faults), network_(subject.program(), subject.fspec()) {
  network_.start(faults);
}

const Fault& Blame::fault_behind(const Fact& fact) const {
  const dedalus::Program& program = subject_.program();
  const auto wanted = [&]() -> std::optional<FaultFact> {
    if (program.timeless != fact.relation) {
      return dedalus::fault_fact(program, subject_.fspec(), fact.relation, fact.tuple.data(),
                                 fact.at);
    }
    const auto of = node(fact.tuple[1]);
    if (!of) return std::nullopt;
    return FaultFact{FaultFact::Kind::crash, *of, Time(static_cast<int>(fact.tuple[2]))};
  }();
  LDFI_REQUIRE(wanted.has_value(), "only nodes crash, restart, and have disks");
  for (const Fault& fault : faults_) {
    if (makes(fault, *wanted)) return fault;
  }
  LDFI_ENSURE(false, "a fault makes this fact hold");
}

const Fault* Blame::lossy_fault(const provenance::DerivationGraph& graph,
                                const provenance::Firing& firing, const provenance::Goal& clock) {
  if (clock.wildcards != 0) return nullptr;
  const auto from = node(clock.tuple[0]);
  if (!from) return nullptr;
  network_.at(clock.at.tick());
  const dedalus::Rule& rule = subject_.program().rule(firing.rule);
  const bool passes =
      rule.kind == dedalus::RuleKind::async
          ? network_.delivers(clock.tuple[0], clock.tuple[1], subject_.program().message_of(rule))
          : network_.alive(clock.tuple[0], rule);
  if (passes) return nullptr;
  Channel channel{*from, *from, clock.at,
                  rule.carrier == Carrier::write  ? ChannelKind::write
                  : rule.carrier == Carrier::copy ? ChannelKind::copy
                  : rule.carrier == Carrier::keep ? ChannelKind::keep
                  : rule.carrier == Carrier::stay ? ChannelKind::stay
                                                  : ChannelKind::memory};
  const bool of_disk = channel.kind == ChannelKind::write || channel.kind == ChannelKind::copy ||
                       channel.kind == ChannelKind::keep;
  if (of_disk) {
    channel.relation = stored(rule.head);
  }
  if (const auto message = trace::message_of(subject_.program(), subject_.fspec(), graph, firing)) {
    channel.to = message->message.to;
    channel.kind = ChannelKind::message;
    channel.relation = network_.late_apart(subject_.program().message_of(rule));
  }
  const bool to_itself = rule.kind == dedalus::RuleKind::async && channel.from == channel.to;
  if (to_itself && subject_.fspec().delays().self) {
    channel.kind = ChannelKind::itself;
    channel.relation = network_.late_apart(subject_.program().message_of(rule));
  }
  for (const Fault& fault : faults_) {
    if (loses(fault, channel)) return &fault;
  }
  return nullptr;
}

const Fault* Blame::write_blocker(RelationId relation, const provenance::Goal& clock) const {
  const auto at = node(clock.tuple[0]);
  if (!at) return nullptr;
  const Channel disk{*at, *at, clock.at, ChannelKind::keep, stored(relation)};
  for (const Fault& fault : faults_) {
    if (opens(fault, disk)) return &fault;
  }
  return nullptr;
}

}  // namespace ldfi::results
