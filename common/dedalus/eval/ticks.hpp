// The work of one tick of an execution, for both Evaluator and Stepper: the given facts, then the
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
  /// A function that returns true if anything needs the facts of a relation at a tick. An empty
  /// function means that all facts are needed.
  using Wanted = std::function<bool(RelationId, Time)>;

  Ticks(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits,
        Wanted wanted = {});
  Ticks(const Ticks&) = delete;
  Ticks& operator=(const Ticks&) = delete;

  /// Removes all rows, including the facts that hold at every tick.
  void reset();
  /// Adds the facts of `crash` about this fault, which hold at every tick.
  void add_fault_facts(const Fault& fault);
  /// Begins a tick. The rows of its state must already be in `now` of each store.
  void begin(int tick);
  void add_given_facts();
  /// Adds the facts of built-in relations that depend on the tick, such as `restart`, `down` and
  /// `ioerror`. Requires that the network has its faults and is at this tick.
  void add_states();
  void deduce();
  /// Fires an inductive or async rule, which is given by its index in Program::rules.
  void fire(std::size_t rule) { fire_all(plans_[rule]); }

  [[nodiscard]] bool is_timeless(std::size_t relation) const {
    return program_.timeless && program_.timeless->index() == relation;
  }
  [[nodiscard]] bool wanted(RelationId relation, Time at) const {
    return !wanted_ || wanted_(relation, at);
  }
  /// Returns the indices of the inductive and async rules in Program::rules.
  [[nodiscard]] const std::vector<std::size_t>& transitions() const { return transitions_; }
  [[nodiscard]] const RulePlan& plan(std::size_t rule) const { return plans_[rule]; }
  /// Returns true if a rule copies the whole relation to the next tick.
  [[nodiscard]] bool copied(std::size_t relation) const { return copied_[relation]; }
  /// Returns the relation and T of every literal rel(…)@T.
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
  /// For each stratum, a rule that may compute new numbers without end, if there is one.
  std::vector<std::optional<RuleId>> counting_;
  /// For each rule, true if a positive premise is in the stratum of the head.
  std::vector<bool> recursive_;
  std::vector<RulePlan> plans_;           ///< indexed by rule
  std::vector<std::size_t> transitions_;  ///< indices of the inductive and async rules
  std::vector<bool> copied_;  ///< for each relation, true if a rule copies it to the next tick
  std::vector<std::vector<const dedalus::GivenFact*>> facts_;  ///< given facts by tick
  std::set<std::pair<std::uint32_t, std::uint32_t>> pinned_;
  /// For each relation, the number of rows that are older than the last round.
  std::vector<std::uint32_t> old_;
  /// For each relation, the number of rows when this round began.
  std::vector<std::uint32_t> known_;
  std::vector<RowRange> ranges_;
};

}  // namespace ldfi::eval
