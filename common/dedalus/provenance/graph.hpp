// Derivation graphs [LDFI15 §4.2] [KLS12]. A graph connects goals (facts, absent facts, clock
// facts) with the firings of rules that derive them. Each goal has its relation, tuple and tick, so
// results can be read without the grounding. A graph is built from a finished execution, starting
// at the facts to be explained.
//
//   DerivationGraph g = derive(program, fspec, faults, model, roots);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::provenance {

/// The kinds of goals, by what a goal states.
enum class GoalKind : std::uint8_t {
  present,  ///< the tuple holds at `at`
  /// No tuple matches the goal's pattern at `at`, as a negated premise requires; see `wildcards`.
  absent,
  /// The message or step from tick `at` to the next happens: `tuple` is (sender, receiver). An
  /// inductive or async rule has this premise.
  clock,
};

/// A goal of the graph: what holds, or does not hold, at a tick.
struct Goal {
  GoalKind kind = GoalKind::present;
  RelationId relation{};  ///< relation of the tuple; not used for clock goals
  std::vector<dedalus::Value> tuple;
  /// For an absent goal, bit i is set if column i may have any value. For a clock goal, bit i is
  /// set if value i is an integer, not a symbol.
  std::uint64_t wildcards = 0;
  Time at;
  /// True if the fact holds without a firing: a given fact, or a fact of `crash`.
  bool given = false;
  bool operator==(const Goal&) const = default;
};

/// A rule that fires with one binding: `premises` derive `head`. A rule with aggregates has one
/// firing for each head tuple, with the premises of all bindings that contribute.
struct Firing {
  RuleId rule;
  std::uint32_t head = 0;  ///< index of the head in DerivationGraph::goals
  /// Indices of the premises in DerivationGraph::goals, in the order of the body. A clock goal
  /// comes last.
  std::vector<std::uint32_t> premises;
};

struct DerivationGraph {
  std::vector<Goal> goals;
  std::vector<Firing> firings;
  std::vector<std::uint32_t> roots;
};

/// A tuple and its tick, which derive() explains.
struct Root {
  RelationId relation;
  std::vector<dedalus::Value> tuple;
  Time at;
};

/// Returns the graph of everything on which `roots` depend. The roots must hold in `model`, which
/// must be the execution of `program` under `faults`. Calls `check` from time to time.
DerivationGraph derive(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model, const std::vector<Root>& roots,
                       const BudgetCheck& check = {});

/// Returns a goal as text, such as `log(b,data)@4`, `not ack(a,b,_)@3` or `clock(a,b,1)`.
std::string goal_text(const dedalus::Program& program, const Goal& goal);

}  // namespace ldfi::provenance
