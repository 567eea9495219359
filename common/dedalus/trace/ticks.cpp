// The messages that arrived are read from the derivation graph of everything that async rules
// derived. Lost messages need a second execution: up to tick t a model does not depend on omissions
// at t, so without these omissions it differs at t+1 by exactly the messages that they lost.
#include "common/dedalus/trace/ticks.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/dedalus/trace/messages.hpp"

namespace ldfi::trace {
namespace {

using dedalus::Program;

std::vector<RelationId> message_relations(const Program& program) {
  std::set<RelationId> relations;
  for (const auto& rule : program.rules) {
    if (rule.kind == dedalus::RuleKind::async) relations.insert(rule.head);
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

/// `faults` without those that lose messages at `sent` and do nothing else.
FaultSet without_losses_at(const FaultSet& faults, Time sent) {
  std::vector<Fault> rest;
  for (const Fault& fault : faults) {
    const Losses lost = losses(fault);
    if (of_node(fault) || lost.first != sent || lost.last != sent) rest.push_back(fault);
  }
  return FaultSet(std::move(rest));
}

/// The messages of running nodes, sent at `sent`, that the faults lost.
std::vector<Message> lost_at(const Program& program, const Fspec& fspec, const FaultSet& faults,
                             Time sent, const eval::EvalLimits& limits) {
  const FaultSet spared = without_losses_at(faults, sent);
  if (spared == faults) return {};
  const auto other = eval::run(program, fspec, spared, limits);
  std::vector<provenance::Root> roots;
  add_roots(program, *other, sent.next(), roots);
  const auto graph = provenance::derive(program, fspec, spared, *other, roots, limits.check);
  std::vector<Message> lost;
  for (const SentMessage& m : messages_of(program, fspec, graph)) {
    if (m.sent == sent && m.message.from != m.message.to &&
        faults.loses({m.message.from, m.message.to, sent}))
      lost.push_back(m.message);
  }
  return lost;
}

}  // namespace

std::vector<Tick> ticks_of(const Program& program, const Fspec& fspec, const FaultSet& faults,
                           const eval::Model& model, const eval::EvalLimits& limits) {
  std::vector<Tick> ticks;
  std::vector<provenance::Root> roots;
  for (Time t(1); t.tick() <= fspec.eot(); t = t.next()) {
    Tick tick;
    tick.tick = t.tick();
    for (const Fault& fault : faults) {
      const NodeId node = losses(fault).from;
      if (of_node(fault) && first_tick(fault) == t) tick.crashes.push_back(node);
      if (fact_of(fault) == FaultFact{FaultFact::Kind::restart, node, t}) {
        tick.restarts.push_back(node);
      }
    }
    if (t.tick() < fspec.eot()) {
      add_roots(program, model, t.next(), roots);
      tick.lost = lost_at(program, fspec, faults, t, limits);
    }
    ticks.push_back(std::move(tick));
  }
  const auto graph = provenance::derive(program, fspec, faults, model, roots, limits.check);
  for (const SentMessage& m : messages_of(program, fspec, graph)) {
    ticks[static_cast<std::size_t>(m.sent.tick()) - 1].arrived.push_back(m.message);
  }
  return ticks;
}

}  // namespace ldfi::trace
