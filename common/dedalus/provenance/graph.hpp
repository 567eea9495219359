// Derivation graphs [LDFI15 §4.2] [KLS12]: bipartite graphs of goals (facts, absent facts, clock
// facts) and rule firings. Each goal has its relation, tuple and tick, so that results can be read
// without the grounding. Graphs are built top-down from a finished execution ("provenance on
// demand").
//
//   DerivationGraph g = derive(program, fspec, faults, model, roots);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::provenance {

/// The kinds of goals: what a goal states.
enum class GoalKind : std::uint8_t {
  present,  ///< the tuple holds at `at`
  absent,   ///< no tuple matches the pattern at `at`, see `wildcards`; from a negated premise
  clock,    ///< the clock premise of a rule: `tuple` is (from, to), `at` is the tick of sending
};

/// A goal of the graph: what holds, or does not hold, at a tick.
struct Goal {
  GoalKind kind = GoalKind::present;
  RelationId relation{};  ///< relation of the tuple; not used for clock goals
  std::vector<dedalus::Value> tuple;
  /// For an absent goal, bit i is set if column i is `_`. For a clock goal, bit i is set if value i
  /// is an integer, not a symbol.
  std::uint64_t wildcards = 0;
  Time at;
  bool given = false;  ///< true for a given fact or a crash fact, which holds without a firing
  bool operator==(const Goal&) const = default;
};

/// One rule firing with one binding: `premises` derive `head`. An aggregate rule has one firing for
/// each head tuple, with the premises of all contributing bindings.
struct Firing {
  RuleId rule;
  std::uint32_t head = 0;  ///< index of the head in DerivationGraph::goals
  /// Indices of the premises in DerivationGraph::goals, in body order, with the clock last.
  std::vector<std::uint32_t> premises;
};

struct DerivationGraph {
  std::vector<Goal> goals;
  std::vector<Firing> firings;
  std::vector<std::uint32_t> roots;
};

/// A tuple from which derive() starts, and its tick.
struct Root {
  RelationId relation;
  std::vector<dedalus::Value> tuple;
  Time at;
};

/// Returns the graph of everything on which `roots` depend. Requires that they hold in `model`, the
/// execution of `program` under `faults`. Calls `check` from time to time.
DerivationGraph derive(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model, const std::vector<Root>& roots,
                       const BudgetCheck& check = {});

/// Returns a goal as text, such as `log(b,data)@4`, `not ack(a,b,_)@3` or `clock(a,b,1)`.
std::string goal_text(const dedalus::Program& program, const Goal& goal);

}  // namespace ldfi::provenance
