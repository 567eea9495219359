#include "common/dedalus/trace/messages.hpp"

#include <set>

namespace ldfi::trace {

std::optional<SentMessage> message_of(const dedalus::Program& program, const Fspec& fspec,
                                      const provenance::DerivationGraph& graph,
                                      const provenance::Firing& firing) {
  const bool late = program.rule(firing.rule).carrier == dedalus::Carrier::depart;
  if (program.rule(firing.rule).kind != dedalus::RuleKind::async && !late) return std::nullopt;
  if (firing.premises.empty()) return std::nullopt;
  const provenance::Goal& clock = graph.goals[firing.premises.back()];
  if (clock.kind != provenance::GoalKind::clock || clock.wildcards != 0) return std::nullopt;
  const auto from = fspec.find(program.symbols.text(clock.tuple[0]));
  const auto to = fspec.find(program.symbols.text(clock.tuple[1]));
  if (!from || !to || (*from == *to && !late)) return std::nullopt;
  RelationId relation = graph.goals[firing.head].relation;
  eval::Tuple tuple = graph.goals[firing.head].tuple;
  std::int32_t ticks = 0;
  if (late) {
    relation = program.relation(relation).late_of.value();
    ticks = static_cast<std::int32_t>(tuple.back());
    tuple.pop_back();
  }
  if (const auto& event = program.relation(relation).event) {
    // The tuple of the event m[from](To, From, …) becomes that of the message m(To, …).
    relation = event->of;
    tuple.erase(tuple.begin() + 1);
  }
  return SentMessage{clock.at,
                     {*from, *to, program.tuple_text(relation, tuple.data()), relation.raw(),
                      program.relation(relation).name, ticks}};
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
