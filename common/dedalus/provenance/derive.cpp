// Builds the graph from the roots down, and visits every goal once. To find the firings that derive
// a goal, the code joins the bodies of rules with the head bound to the goal's tuple. [LDFI15 §4.2]
// differs: there the rewritten program records all firings. A given fact depends on nothing, so the
// code does not look for rules that derive it, too.
#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

#include "common/base/contract.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/eval/aggregate.hpp"
#include "common/dedalus/provenance/bindings.hpp"
#include "common/dedalus/provenance/graph.hpp"

namespace ldfi::provenance {

using dedalus::Literal;
using dedalus::Program;
using dedalus::Rule;
using dedalus::RuleKind;
using dedalus::Term;
using dedalus::Value;

namespace {

struct GoalHash {
  std::size_t operator()(const Goal& goal) const noexcept {
    eval::Hash hash;
    hash.add(static_cast<Value>(goal.kind));
    hash.add(static_cast<Value>(goal.relation.raw()));
    hash.add(goal.at.tick());
    hash.add(static_cast<Value>(goal.wildcards));
    for (const Value v : goal.tuple) hash.add(v);
    return hash.tag();
  }
};

class Deriver {
 public:
  Deriver(const Program& program, const Fspec& fspec, const FaultSet& faults,
          const eval::Model& model, const BudgetCheck& check)
      : program_(program),
        model_(model),
        network_(program, fspec),
        lookup_(model, check),
        rules_of_(program.relations.size()) {
    network_.start(faults);
    for (std::size_t i = 0; i < program_.rules.size(); ++i) {
      rules_of_[program_.rules[i].head.index()].push_back(i);
      bindings_.emplace_back(program_, RuleId(i));
    }
    for (const dedalus::GivenFact& fact : program_.facts) {
      given_.emplace(Goal{GoalKind::present, fact.relation, fact.tuple, 0, fact.at, false}, true);
    }
  }

  DerivationGraph derive(const std::vector<Root>& roots) {
    for (const Root& root : roots) {
      LDFI_REQUIRE(model_.contains(root.relation, root.at, root.tuple), "each root holds");
      graph_.roots.push_back(present(root.relation, root.tuple, root.at));
    }
    for (std::uint32_t next = 0; next < graph_.goals.size(); ++next) expand(next);
    return std::move(graph_);
  }

 private:
  std::uint32_t intern(Goal goal) {
    const auto [it, added] =
        index_.try_emplace(goal, static_cast<std::uint32_t>(graph_.goals.size()));
    if (added) {
      goal.given = goal.kind == GoalKind::present &&
                   (program_.built_in(goal.relation) || given_.count(goal) > 0);
      graph_.goals.push_back(std::move(goal));
    }
    return it->second;
  }

  std::uint32_t present(RelationId relation, std::vector<Value> tuple, Time at) {
    return intern({GoalKind::present, relation, std::move(tuple), 0, at, false});
  }

  void expand(std::uint32_t head) {
    lookup_.step();
    const Goal goal = graph_.goals[head];  // a copy, because expanding the goal adds goals
    if (goal.kind != GoalKind::present || goal.given) return;
    const std::size_t before = graph_.firings.size();
    for (const std::size_t r : rules_of_[goal.relation.index()]) {
      const Rule& rule = program_.rules[r];
      const int tick = goal.at.tick() - (rule.kind == RuleKind::deductive ? 0 : 1);
      if (tick < 1) continue;
      network_.at(tick);
      if (rule.has_aggregate) {
        add_aggregate(r, head, goal, Time(tick));
      } else {
        bindings_[r].for_each(lookup_, network_, goal.tuple, Time(tick), [&](const Value* binding) {
          Firing firing{RuleId(r), head, {}};
          add_premises(bindings_[r], binding, goal, Time(tick), firing.premises);
          graph_.firings.push_back(std::move(firing));
        });
      }
    }
    LDFI_ENSURE(graph_.firings.size() > before, "a rule or fact derives each tuple that holds");
  }

  /// Adds one firing of a rule with aggregates, if the group of `goal` yields exactly this tuple.
  /// The firing has the premises of all bindings in the group.
  void add_aggregate(std::size_t r, std::uint32_t head, const Goal& goal, Time at) {
    const Rule& rule = program_.rules[r];
    aggregator_.begin(rule);
    std::vector<std::vector<Value>> group;
    bindings_[r].for_each(lookup_, network_, goal.tuple, at, [&](const Value* binding) {
      std::vector<Value> values = goal.tuple;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (rule.head_terms[i].aggregate)
          values[i] = binding[rule.head_terms[i].expression.steps[0].slot];
      }
      aggregator_.add(values.data());
      group.emplace_back(binding, binding + rule.slot_count());
    });
    std::vector<Value> result;
    if (group.empty() || aggregator_.head(0, result) != nullptr || result != goal.tuple) return;
    Firing firing{RuleId(r), head, {}};
    for (const auto& binding : group) {
      add_premises(bindings_[r], binding.data(), goal, at, firing.premises);
    }
    graph_.firings.push_back(std::move(firing));
  }

  /// Adds the premises of one binding to a firing, in source order. Leaves out premises that the
  /// firing has already.
  void add_premises(const RuleBindings& bindings, const Value* binding, const Goal& goal, Time at,
                    std::vector<std::uint32_t>& premises) {
    const Rule& rule = bindings.rule();
    const auto add = [&](std::uint32_t premise) {
      if (seen_.size() <= premise) seen_.resize(graph_.goals.size(), 0);
      if (seen_[premise] == graph_.firings.size() + 1) return;
      seen_[premise] = graph_.firings.size() + 1;
      premises.push_back(premise);
    };
    for (const auto& [literal, negated] : bindings.body()) {
      add(premise(*literal, negated ? GoalKind::absent : GoalKind::present, binding, at));
    }
    // Rules of specifications run at no node, so no message or crash decides whether they fire.
    if (rule.kind != RuleKind::deductive && !rule.observes) {
      add(clock(bindings, binding, goal, at));
    }
  }

  std::uint32_t premise(const Literal& literal, GoalKind kind, const Value* binding, Time at) {
    Goal goal{kind, literal.relation, {}, 0, literal.at.value_or(at), false};
    LDFI_REQUIRE(literal.arguments.size() <= 64, "a relation has at most 64 columns");
    for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
      const bool any = literal.arguments[i].kind == Term::Kind::wildcard;
      if (any) goal.wildcards |= std::uint64_t{1} << i;
      goal.tuple.push_back(any ? 0 : RuleBindings::value(literal.arguments[i], binding));
    }
    return intern(std::move(goal));
  }

  std::uint32_t clock(const RuleBindings& bindings, const Value* binding, const Goal& goal,
                      Time at) {
    const Rule& rule = bindings.rule();
    const Value from = RuleBindings::value(rule.location, binding);
    const bool sends = rule.kind == RuleKind::async || rule.carrier == dedalus::Carrier::depart;
    const Value to = sends ? goal.tuple[0] : from;
    const std::uint64_t integers = bindings.located_at_symbol() ? 0 : 3;
    return intern({GoalKind::clock, RelationId(), {from, to}, integers, at, false});
  }

  const Program& program_;
  const eval::Model& model_;
  eval::Network network_;
  Lookup lookup_;
  /// For each relation, the indices of the rules that derive it.
  std::vector<std::vector<std::size_t>> rules_of_;
  std::vector<RuleBindings> bindings_;  ///< indexed by rule
  std::unordered_map<Goal, bool, GoalHash> given_;
  std::unordered_map<Goal, std::uint32_t, GoalHash> index_;
  /// For each goal, the index of the last firing that has the goal as a premise, plus 1. 0 if no
  /// firing has it.
  std::vector<std::size_t> seen_;
  eval::Aggregator aggregator_;
  DerivationGraph graph_;
};

}  // namespace

DerivationGraph derive(const Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model, const std::vector<Root>& roots,
                       const BudgetCheck& check) {
  return Deriver(program, fspec, faults, model, check).derive(roots);
}

std::string goal_text(const Program& program, const Goal& goal) {
  const auto column = [&](std::size_t i, bool integer) {
    return integer ? std::to_string(goal.tuple[i])
                   : word_or_quoted(program.symbols.text(goal.tuple[i]));
  };
  const auto bit = [&](std::size_t i) { return (goal.wildcards >> i & 1U) != 0; };
  if (goal.kind == GoalKind::clock) {
    return fmt::format("clock({},{},{})", column(0, bit(0)), column(1, bit(1)), goal.at.tick());
  }
  if (goal.kind == GoalKind::present) {
    return fmt::format("{}@{}", program.tuple_text(goal.relation, goal.tuple.data()),
                       goal.at.tick());
  }
  return fmt::format("not {}@{}",
                     program.tuple_text(goal.relation, goal.tuple.data(), goal.wildcards),
                     goal.at.tick());
}

}  // namespace ldfi::provenance
