// Derivation graphs [LDFI15 §4.2]: a bipartite graph of goals (facts, absent facts, clock facts)
// and rule firings. Self-contained: goals carry relation, tuple and tick, so that results can be
// read without the grounding. Built top-down from a finished execution ("provenance on demand").
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
  absent,   ///< a negated premise: no tuple matches the pattern at `at` (wildcards: see `mask`)
  clock,    ///< clock(from, to, sent): `tuple` holds the two location values, `at` the send tick
};

struct Goal {
  GoalKind kind = GoalKind::present;
  RelationId relation{};  ///< meaningless for clock goals
  std::vector<dedalus::Value> tuple;
  std::uint64_t wildcards = 0;  ///< bit i set: column i of an absent goal is `_`
                                ///< (of a clock goal: value i is an integer, no symbol)
  Time at;
  bool given = false;  ///< an EDB fact, or a crash fact: holds without a firing
  bool operator==(const Goal&) const = default;
};

/// One rule firing: with this binding, `premises` made `head` hold. For an aggregate rule, one
/// firing per head tuple whose premises are those of all contributing bindings.
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

/// The graph of everything `roots` (which must hold in `model`) rest on. `check` is asked on the
/// way.
DerivationGraph derive(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults,
                       const eval::Model& model, const std::vector<Root>& roots,
                       const BudgetCheck& check = {});

/// `log(b,data)@4`, `not ack(a,b,_)@3`, `clock(a,b,1)`.
std::string goal_text(const dedalus::Program& program, const Goal& goal);

}  // namespace ldfi::provenance
