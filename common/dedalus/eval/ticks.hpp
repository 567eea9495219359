// The steps of one tick of an execution, for both Evaluator and Stepper: the given facts, then the
// strata in order [ULLMAN90], then the rules whose heads belong to the next tick. Private to
// common/dedalus/eval.
//
// Evaluation is semi-naive [BR86]: inside a recursive stratum, a rule fires only for bindings that
// use a tuple which is new since the last round.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "common/dedalus/eval/machine.hpp"

namespace ldfi::eval {

class Ticks {
 public:
  /// Returns true if anything needs a relation's facts at a tick. If empty, all facts are needed.
  using Wanted = std::function<bool(RelationId, Time)>;

  Ticks(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits,
        Wanted wanted = {});
  Ticks(const Ticks&) = delete;
  Ticks& operator=(const Ticks&) = delete;

  /// Removes all rows, including the facts of `crash`.
  void reset();
  /// Adds the facts of `crash`, which hold at every tick.
  void add_fault_facts(const Fault& fault);
  /// Begins a tick, whose rows are already in `now` of each store.
  void begin(int tick);
  void add_given_facts();
  /// Adds the facts of built-in relations that depend on the tick, such as `restart`, `down` and
  /// `ioerror`. Requires that the network has its faults and is at the tick.
  void add_states();
  void add_late();
  void add_disks(std::optional<RelationId> relation,
                 const std::vector<std::pair<NodeId, NamedId>>& disks);
  void deduce();
  /// Fires an inductive or async rule, given its index into Program::rules.
  void fire(std::size_t rule) { fire_all(plans_[rule]); }

  [[nodiscard]] bool is_crash(std::size_t relation) const {
    return program_.crash && program_.crash->index() == relation;
  }
  [[nodiscard]] bool wanted(RelationId relation, Time at) const {
    return !wanted_ || wanted_(relation, at);
  }
  /// Returns the inductive and async rules, as indices into Program::rules.
  [[nodiscard]] const std::vector<std::size_t>& transitions() const { return transitions_; }
  [[nodiscard]] const RulePlan& plan(std::size_t rule) const { return plans_[rule]; }
  /// Returns true if a rule copies the whole relation to the next tick.
  [[nodiscard]] bool copied(std::size_t relation) const { return copied_[relation]; }
  /// Returns the relation and T of every rel(…)@T.
  [[nodiscard]] const std::set<std::pair<std::uint32_t, std::uint32_t>>& pinned() const {
    return pinned_;
  }
  [[nodiscard]] Tables& tables() { return tables_; }
  [[nodiscard]] const Tables& tables() const { return tables_; }
  [[nodiscard]] Network& network() { return network_; }
  [[nodiscard]] Machine& machine() { return machine_; }

 private:
  void find_pinned();
  void run_stratum(const dedalus::Stratum& stratum);
  void run_rounds(const dedalus::Stratum& stratum, std::optional<RuleId> counting);
  void fire_new(RulePlan& plan);
  void fire_all(RulePlan& plan);
  [[nodiscard]] bool inside(const dedalus::Literal& literal, const dedalus::Rule& rule) const {
    return program_.stratum_of[literal.relation.index()] ==
               program_.stratum_of[rule.head.index()] &&
           (!literal.at || literal.at->tick() == tick_);
  }
  [[nodiscard]] bool depends_on_stratum(const dedalus::Rule& rule) const {
    return std::any_of(rule.positive.begin(), rule.positive.end(),
                       [&](const dedalus::Literal& l) { return inside(l, rule); });
  }

  const dedalus::Program& program_;
  const Fspec& fspec_;
  EvalLimits limits_;
  Wanted wanted_;
  Network network_;
  Tables tables_;
  Machine machine_;
  int tick_ = 0;
  /// By stratum: a rule that may count without end.
  std::vector<std::optional<RuleId>> counting_;
  /// By rule: true if a positive premise is in the head's stratum.
  std::vector<bool> recursive_;
  std::vector<RulePlan> plans_;           ///< by rule
  std::vector<std::size_t> transitions_;  ///< indices of the inductive and async rules
  std::vector<bool> copied_;              ///< by relation
  std::vector<std::vector<const dedalus::GivenFact*>> facts_;  ///< by tick
  std::set<std::pair<std::uint32_t, std::uint32_t>> pinned_;
  std::vector<std::uint32_t> old_;    ///< by relation: number of rows older than the last round
  std::vector<std::uint32_t> known_;  ///< by relation: number of rows when this round began
  std::vector<RowRange> ranges_;
};

}  // namespace ldfi::eval
