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
  const provenance::Goal& head = graph.goals[firing.head];
  return SentMessage{clock.at,
                     {*from, *to, program.tuple_text(head.relation, head.tuple.data()),
                      head.relation.raw(), program.relation(head.relation).name}};
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
