// The messages that arrived are read from the derivation graph of everything that async rules
// derived. What was sent besides is found by taking the step from one tick to the next once more,
// as if no message could be lost.
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

class Losing {
 public:
  Losing(const Program& program, const Fspec& fspec, const FaultSet& faults,
         const eval::Model& model, const eval::EvalLimits& limits)
      : program_(program), faults_(faults), model_(model), step_(program, fspec, limits) {}

  /// The messages that running nodes sent at this tick, and the faults lost.
  std::vector<Message> at(Time sent) {
    const bool any = std::any_of(faults_.begin(), faults_.end(), [&](const Fault& fault) {
      const Losses lost = losses(fault);
      return lost.first <= sent && sent <= lost.last;
    });
    if (!any) return {};
    std::set<Message> lost;
    step_.from(sent, faults_, model_, [&](const eval::Stepper::Row& row, const eval::Ends& ends) {
      if (ends.from == eval::Ends::none || ends.from == ends.to) return;
      if (program_.relations[row.table].event) return;  // the message itself is told
      if (program_.relations[row.table].orders) return;
      const Channel channel{NodeId(ends.from), NodeId(ends.to), sent};
      if (!faults_.loses(channel) || faults_.delays(channel) || is_silent(faults_, channel)) return;
      const RelationId relation(row.table);
      lost.insert({channel.from, channel.to, program_.tuple_text(relation, row.tuple),
                   relation.raw(), program_.relation(relation).name});
    });
    return {lost.begin(), lost.end()};
  }

 private:
  const Program& program_;
  const FaultSet& faults_;
  const eval::Model& model_;
  StepAgain step_;
};

}  // namespace

std::vector<Tick> lost_at_ticks(const Program& program, const Fspec& fspec, const FaultSet& faults,
                                const eval::Model& model, const eval::EvalLimits& limits) {
  std::vector<Tick> ticks(static_cast<std::size_t>(fspec.eot()));
  Losing losing(program, fspec, faults, model, limits);
  for (Time t(1); t.tick() <= fspec.eot(); t = t.next()) {
    Tick& tick = ticks[static_cast<std::size_t>(t.tick()) - 1];
    tick.tick = t.tick();
    if (t.tick() < fspec.eot()) tick.lost = losing.at(t);
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
  return ticks;
}

}  // namespace ldfi::trace
