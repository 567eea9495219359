// Finds the messages of an execution. Most delivered messages come from the derivation graph of the
// tuples that async rules derived. A message that the program also gives as a fact has no
// derivation. Such messages, and lost messages, are found by repeating the step from one tick to
// the next as if no message could be lost.
#include "common/dedalus/trace/ticks.hpp"

#include <algorithm>
#include <set>

#include "common/dedalus/trace/messages.hpp"
#include "common/dedalus/trace/step_again.hpp"

namespace ldfi::trace {
namespace {

using dedalus::Program;

std::vector<RelationId> message_relations(const Program& program) {
  std::set<RelationId> relations;
  for (const auto& rule : program.rules) {
    if (rule.kind == dedalus::RuleKind::async && !rule.made) relations.insert(rule.head);
  }
  return {relations.begin(), relations.end()};
}

void add_roots(const Program& program, const eval::Model& model, Time at,
               std::vector<provenance::Root>& roots) {
  for (const RelationId relation : message_relations(program)) {
    for (auto& tuple : model.tuples(relation, at))
      roots.push_back({relation, std::move(tuple), at});
  }
}

class Sending {
 public:
  Sending(const Program& program, const Fspec& fspec, const FaultSet& faults,
          const eval::Model& model, const eval::EvalLimits& limits)
      : program_(program),
        messages_(message_relations(program)),
        faults_(faults),
        model_(model),
        step_(program, fspec, limits) {}

  /// Returns the messages that running nodes sent at this tick and that a fault lost.
  std::vector<Message> lost_at(Time sent) {
    const bool any = std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
      const Losses lost = losses(fault);
      return lost.first <= sent && sent <= lost.last;
    });
    if (!any) return {};
    return some_at(sent, [&](const Channel& channel, const eval::Stepper::Row&) {
      return faults_.loses(channel) && !faults_.delays(channel);
    });
  }

  /// Returns the messages that nodes sent to themselves at this tick and that arrived in time.
  std::vector<Message> own_at(Time sent) {
    return some_at(
        sent,
        [&](const Channel& channel, const eval::Stepper::Row&) { return !faults_.loses(channel); },
        ChannelKind::itself);
  }

  /// Returns the messages sent at this tick that arrived in time and that the program also gives as
  /// facts.
  std::vector<Message> given_at(Time sent) {
    std::set<std::pair<RelationId, eval::Tuple>> given;
    for (const dedalus::GivenFact& fact : program_.facts) {
      if (fact.at == sent.next()) given.emplace(fact.relation, fact.tuple);
    }
    const auto is_message = [&](const auto& fact) {
      return std::ranges::binary_search(messages_, fact.first);
    };
    if (std::ranges::none_of(given, is_message)) return {};
    return some_at(sent, [&](const Channel& channel, const eval::Stepper::Row& row) {
      const std::size_t arity = program_.relations[row.table].arity();
      return !faults_.loses(channel) &&
             given.contains({RelationId(row.table), eval::Tuple(row.tuple, row.tuple + arity)});
    });
  }

 private:
  /// Returns the messages that running nodes sent at this tick and for which `wanted` returns true.
  /// With ChannelKind::message, these are messages to other nodes; otherwise, messages of nodes to
  /// themselves.
  template <class Wanted>
  std::vector<Message> some_at(Time sent, const Wanted& wanted,
                               ChannelKind kind = ChannelKind::message) {
    std::set<Message> out;
    const bool own = kind == ChannelKind::itself;
    step_.from(sent, faults_, model_, [&](const eval::Stepper::Row& row, const eval::Ends& ends) {
      if (ends.from == eval::Ends::none || (ends.from == ends.to) != own) return;
      // A message is listed itself, so the events about it are left out.
      if (program_.relations[row.table].event) return;
      if (program_.relations[row.table].orders) return;
      const Channel channel{NodeId(ends.from), NodeId(ends.to), sent, kind, ends.relation};
      if (is_silent(faults_, channel) || !wanted(channel, row)) return;
      const RelationId relation(row.table);
      out.insert({channel.from, channel.to, program_.tuple_text(relation, row.tuple),
                  relation.raw(), program_.relation(relation).name});
    });
    return {out.begin(), out.end()};
  }

  const Program& program_;
  const std::vector<RelationId> messages_;  ///< relations whose tuples are messages, sorted
  const FaultSet& faults_;
  const eval::Model& model_;
  StepAgain step_;
};

}  // namespace

std::vector<Tick> lost_at_ticks(const Program& program, const Fspec& fspec, const FaultSet& faults,
                                const eval::Model& model, const eval::EvalLimits& limits) {
  std::vector<Tick> ticks(static_cast<std::size_t>(fspec.eot()));
  Sending sending(program, fspec, faults, model, limits);
  for (Time t(1); t.tick() <= fspec.eot(); t = t.next()) {
    Tick& tick = ticks[static_cast<std::size_t>(t.tick()) - 1];
    tick.tick = t.tick();
    if (t.tick() < fspec.eot()) tick.lost = sending.lost_at(t);
  }
  return ticks;
}

std::vector<Tick> ticks_of(const Program& program, const Fspec& fspec, const FaultSet& faults,
                           const eval::Model& model, const eval::EvalLimits& limits) {
  std::vector<Tick> ticks = lost_at_ticks(program, fspec, faults, model, limits);
  std::vector<provenance::Root> roots;
  for (Time t(1); t.tick() <= fspec.eot(); t = t.next()) {
    Tick& tick = ticks[static_cast<std::size_t>(t.tick()) - 1];
    for (const Fault& fault : faults) {
      const auto node = crashed_node(fault);
      if (!node) continue;
      if (first_tick(fault) == t) tick.crashes.push_back(*node);
      if (fact_of(fault) == FaultFact{FaultFact::Kind::restart, *node, t}) {
        tick.restarts.push_back(*node);
      }
    }
    if (t.tick() < fspec.eot()) add_roots(program, model, t.next(), roots);
  }
  const auto graph = provenance::derive(program, fspec, faults, model, roots, limits.check);
  for (const SentMessage& m : messages_of(program, fspec, graph)) {
    ticks[static_cast<std::size_t>(m.sent.tick()) - 1].arrived.push_back(m.message);
  }
  Sending sending(program, fspec, faults, model, limits);
  for (Tick& tick : ticks) {
    if (tick.tick == fspec.eot()) continue;
    const std::vector<Message> given = sending.given_at(Time(tick.tick));
    if (given.empty()) continue;
    tick.arrived.insert(tick.arrived.end(), given.begin(), given.end());
    std::ranges::sort(tick.arrived);
    tick.arrived.erase(std::unique(tick.arrived.begin(), tick.arrived.end()), tick.arrived.end());
  }
  return ticks;
}

std::vector<Tick> ticks_with_own(const Program& program, const Fspec& fspec, const FaultSet& faults,
                                 const eval::Model& model, const eval::EvalLimits& limits) {
  std::vector<Tick> ticks = ticks_of(program, fspec, faults, model, limits);
  if (!fspec.delays().self) return ticks;
  Sending sending(program, fspec, faults, model, limits);
  for (Tick& tick : ticks) {
    if (tick.tick == fspec.eot()) continue;
    const std::vector<Message> own = sending.own_at(Time(tick.tick));
    tick.arrived.insert(tick.arrived.end(), own.begin(), own.end());
    std::ranges::sort(tick.arrived);
  }
  return ticks;
}

}  // namespace ldfi::trace
