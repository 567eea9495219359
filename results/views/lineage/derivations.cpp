#include "results/views/lineage/derivations.hpp"

#include <algorithm>
#include <deque>
#include <limits>

#include "common/base/contract.hpp"

namespace ldfi::results {

using provenance::Goal;
using provenance::GoalKind;

namespace {

/// Returns the rank of each goal: the least number of rules of its tick that must fire in sequence to derive
/// the goal. Goals of earlier ticks have rank 0, because cycles are only possible within one tick.
std::vector<std::size_t> ranks_of(const provenance::DerivationGraph& graph) {
  constexpr auto unknown = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> ranks(graph.goals.size(), unknown);
  /// For each goal, the firings with this goal as a premise.
  std::vector<std::vector<std::uint32_t>> serves(graph.goals.size());
  /// For each firing, the number of its premises that have no rank yet.
  std::vector<std::size_t> open(graph.firings.size());
  std::deque<std::uint32_t> waiting;  ///< goals whose firings are not updated yet, sorted by rank
  const auto know = [&](std::uint32_t goal, std::size_t rank) {
    if (ranks[goal] != unknown) return;
    ranks[goal] = rank;
    waiting.push_back(goal);
  };
  for (std::uint32_t f = 0; f < graph.firings.size(); ++f) {
    for (const std::uint32_t premise : graph.firings[f].premises) {
      if (graph.goals[premise].at != graph.goals[graph.firings[f].head].at) continue;
      serves[premise].push_back(f);
      ++open[f];
    }
  }
  for (std::uint32_t g = 0; g < graph.goals.size(); ++g) {
    if (graph.goals[g].given || graph.goals[g].kind != GoalKind::present) know(g, 0);
  }
  for (std::uint32_t f = 0; f < graph.firings.size(); ++f) {
    if (open[f] == 0) know(graph.firings[f].head, 1);
  }
  while (!waiting.empty()) {
    const std::uint32_t goal = waiting.front();
    waiting.pop_front();
    for (const std::uint32_t f : serves[goal]) {
      if (--open[f] == 0) know(graph.firings[f].head, ranks[goal] + 1);
    }
  }
  return ranks;
}

}  // namespace

std::optional<Goal> group_of(const dedalus::Rule& rule, Goal head) {
  if (!rule.has_aggregate) return std::nullopt;
  for (std::size_t i = 0; i < rule.head_terms.size(); ++i) {
    if (rule.head_terms[i].aggregate) head.wildcards |= std::uint64_t{1} << i;
  }
  return head;
}

void Derivations::prepare(const std::vector<Fact>& facts) {
  std::vector<provenance::Root> roots;
  for (const Fact& fact : facts) {
    if (!derived_.contains(fact)) roots.push_back({fact.relation, fact.tuple, fact.at});
  }
  if (roots.empty()) return;
  graphs_.push_back(std::make_unique<provenance::DerivationGraph>(provenance::derive(
      subject_.program(), subject_.fspec(), execution_.faults, *execution_.model, roots, check_)));
  add(*graphs_.back());
}

const Derivations::Derived& Derivations::of(const Fact& fact) {
  if (!derived_.contains(fact)) prepare({fact});
  const auto found = derived_.find(fact);
  LDFI_ENSURE(found != derived_.end(), "the graph holds the tuple for which it was derived");
  return found->second;
}

void Derivations::add(const provenance::DerivationGraph& graph) {
  ranks_.emplace(&graph, ranks_of(graph));
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

bool Derivations::is_founded(const provenance::DerivationGraph& graph,
                             const provenance::Firing& firing) const {
  const auto& ranks = ranks_.at(&graph);
  const Time at = graph.goals[firing.head].at;
  return std::ranges::all_of(firing.premises, [&](std::uint32_t premise) {
    return graph.goals[premise].at < at || ranks[premise] < ranks[firing.head];
  });
}

const provenance::Firing& Derivations::simplest(const Derived& derived) const {
  const provenance::Firing* best = nullptr;
  for (const provenance::Firing* firing : derived.firings) {
    if (!is_founded(*derived.graph, *firing)) continue;
    if (best == nullptr || firing->premises.size() < best->premises.size()) best = firing;
  }
  LDFI_ENSURE(best != nullptr, "each tuple that holds has a proof");
  return *best;
}

bool lost_support(Derivations& good, const Derivations& here, const Fact& fact) {
  const Derivations::Derived& derived = good.of(fact);
  return std::ranges::any_of(derived.firings, [&](const provenance::Firing* firing) {
    return std::ranges::any_of(firing->premises, [&](std::uint32_t premise) {
      const Goal& goal = derived.graph->goals[premise];
      const Fact needed{goal.relation, goal.tuple, goal.at};
      return goal.kind == GoalKind::present && good.holds(needed) && !here.holds(needed);
    });
  });
}

bool Derivations::kept(const Fact& fact) {
  const Derived& derived = of(fact);
  return std::ranges::any_of(derived.firings, [&](const provenance::Firing* firing) {
    return persisted_from(*derived.graph, *firing).has_value();
  });
}

std::optional<Fact> Derivations::persisted_from(const provenance::DerivationGraph& graph,
                                                const provenance::Firing& firing) const {
  const dedalus::Rule& rule = subject_.program().rule(firing.rule);
  const bool keeps = rule.carrier == dedalus::Carrier::keep ||
                     // Such rules only carry a fact to the next tick if a fault pauses the node.
                     rule.carrier == dedalus::Carrier::stand;
  if (rule.kind != dedalus::RuleKind::inductive || keeps) return std::nullopt;
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
