// Derivation graphs [LDFI15 §4.2] [KLS12]: a bipartite graph of goals (facts, absent facts, clock
// facts) and rule firings. It is self-contained: goals have their relation, tuple and tick, so
// results can be read without the grounding. Built top-down from a finished execution ("provenance
// on demand").
//
//   DerivationGraph g = derive(program, fspec, faults, model, roots);
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/dedalus/eval/evaluate.hpp"

namespace ldfi::provenance {

enum class GoalKind : std::uint8_t {
  present,  ///< a tuple that holds at `at`
  absent,   ///< a negated premise: no tuple matches the pattern at `at`, see `wildcards`
  clock,    ///< clock(from, to, sent): `tuple` holds the two location values, `at` the send tick
};

struct Goal {
  GoalKind kind = GoalKind::present;
  RelationId relation{};  ///< meaningless for clock goals
  std::vector<dedalus::Value> tuple;
  /// Bit i: column i of an absent goal is `_`; value i of a clock goal is an integer, not a symbol.
  std::uint64_t wildcards = 0;
  Time at;
  bool given = false;  ///< an EDB fact, or a crash fact: holds without a firing
  bool operator==(const Goal&) const = default;
};

/// One rule firing: with one binding, `premises` made `head` hold. An aggregate rule has one firing
/// for each head tuple, with the premises of all contributing bindings.
struct Firing {
  RuleId rule;
  std::uint32_t head = 0;               ///< index into goals
  std::vector<std::uint32_t> premises;  ///< indices into goals, in body order; clock last
};

struct DerivationGraph {
  std::vector<Goal> goals;
  std::vector<Firing> firings;
  std::vector<std::uint32_t> roots;
};

struct Root {
  RelationId relation;
  std::vector<dedalus::Value> tuple;
  Time at;
};

/// The graph of everything that `roots` rest on. Requires that these hold in `model`, the execution
/// of `program` under `faults`. Calls `check` now and then.
DerivationGraph derive(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model, const std::vector<Root>& roots,
                       const BudgetCheck& check = {});

/// A goal as text: `log(b,data)@4`, `not ack(a,b,_)@3`, `clock(a,b,1)`.
std::string goal_text(const dedalus::Program& program, const Goal& goal);

}  // namespace ldfi::provenance
