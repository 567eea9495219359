#include "common/dedalus/trace/messages.hpp"

#include <set>

namespace ldfi::trace {

std::optional<SentMessage> message_of(const dedalus::Program& program, const Fspec& fspec,
                                      const provenance::DerivationGraph& graph,
                                      const provenance::Firing& firing) {
  if (program.rule(firing.rule).kind != dedalus::RuleKind::async) return std::nullopt;
  if (firing.premises.empty()) return std::nullopt;
  const provenance::Goal& clock = graph.goals[firing.premises.back()];
  if (clock.kind != provenance::GoalKind::clock || clock.wildcards != 0) return std::nullopt;
  const auto from = fspec.find(program.symbols.text(clock.tuple[0]));
  const auto to = fspec.find(program.symbols.text(clock.tuple[1]));
  if (!from || !to || *from == *to) return std::nullopt;
  RelationId relation = graph.goals[firing.head].relation;
  eval::Tuple tuple = graph.goals[firing.head].tuple;
  if (const auto& event = program.relation(relation).event) {
    relation = event->of;  // m[from](To, From, …) is the message m(To, …)
    tuple.erase(tuple.begin() + 1);
  }
  return SentMessage{clock.at,
                     {*from, *to, program.tuple_text(relation, tuple.data()), relation.raw(),
                      program.relation(relation).name}};
}

std::vector<SentMessage> messages_of(const dedalus::Program& program, const Fspec& fspec,
                                     const provenance::DerivationGraph& graph) {
  std::set<SentMessage> found;
  for (const provenance::Firing& firing : graph.firings) {
    if (auto message = message_of(program, fspec, graph, firing)) found.insert(std::move(*message));
  }
  return {found.begin(), found.end()};
}

}  // namespace ldfi::trace
