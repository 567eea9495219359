#include "results/lineage/derivations.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace ldfi::results {

using provenance::Goal;
using provenance::GoalKind;

void Derivations::prepare(const std::vector<Fact>& facts) {
  std::vector<provenance::Root> roots;
  for (const Fact& fact : facts) {
    if (!derived_.contains(fact)) roots.push_back({fact.relation, fact.tuple, fact.at});
  }
  if (roots.empty()) return;
  graphs_.push_back(std::make_unique<provenance::DerivationGraph>(provenance::derive(
      subject_.program(), subject_.fspec(), execution_.faults, *execution_.model, roots)));
  add(*graphs_.back());
}

const Derivations::Derived& Derivations::of(const Fact& fact) {
  if (!derived_.contains(fact)) prepare({fact});
  const auto found = derived_.find(fact);
  LDFI_ENSURE(found != derived_.end(), "a graph holds what it was derived for");
  return found->second;
}

void Derivations::add(const provenance::DerivationGraph& graph) {
  std::vector<Derived*> by_goal(graph.goals.size(), nullptr);
  for (std::size_t i = 0; i < graph.goals.size(); ++i) {
    const Goal& goal = graph.goals[i];
    if (goal.kind != GoalKind::present) continue;
    const auto [entry, added] = derived_.try_emplace({goal.relation, goal.tuple, goal.at});
    if (!added) continue;
    entry->second = {&graph, goal.given, {}};
    by_goal[i] = &entry->second;
  }
  for (const provenance::Firing& firing : graph.firings) {
    if (by_goal[firing.head] != nullptr) by_goal[firing.head]->firings.push_back(&firing);
  }
}

std::vector<Fact> Derivations::matches(const Goal& absent) const {
  std::vector<Fact> out;
  for (auto& tuple : execution_.model->tuples(absent.relation, absent.at)) {
    bool agrees = true;
    for (std::size_t c = 0; c < tuple.size() && agrees; ++c) {
      agrees = (absent.wildcards >> c & 1U) != 0 || tuple[c] == absent.tuple[c];
    }
    if (agrees) out.push_back({absent.relation, std::move(tuple), absent.at});
  }
  return out;
}

bool Derivations::kept(const Fact& fact) {
  const Derived& derived = of(fact);
  return std::ranges::any_of(derived.firings, [&](const provenance::Firing* firing) {
    return persisted_from(*derived.graph, *firing).has_value();
  });
}

std::optional<Fact> Derivations::persisted_from(const provenance::DerivationGraph& graph,
                                                const provenance::Firing& firing) const {
  if (subject_.program().rule(firing.rule).kind != dedalus::RuleKind::inductive) {
    return std::nullopt;
  }
  const Goal& head = graph.goals[firing.head];
  for (const std::uint32_t premise : firing.premises) {
    const Goal& goal = graph.goals[premise];
    if (goal.kind == GoalKind::present && goal.relation == head.relation &&
        goal.tuple == head.tuple && goal.at.next() == head.at) {
      return Fact{goal.relation, goal.tuple, goal.at};
    }
  }
  return std::nullopt;
}

}  // namespace ldfi::results
