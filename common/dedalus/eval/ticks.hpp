// Computes one tick of an execution, for both Evaluator and Stepper. First come the given facts,
// then the deductive rules, stratum by stratum [ULLMAN90]. Rules whose heads belong to the next
// tick come last. Private to common/dedalus/eval.
//
// Evaluation is semi-naive [BR86]: inside a recursive stratum, a rule fires only for bindings with
// at least one tuple that the last round has added.
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
  /// A function that returns true if the caller needs the facts of the relation at the tick. If the
  /// function is empty, the caller needs all facts.
  using Wanted = std::function<bool(RelationId, Time)>;

  Ticks(const dedalus::Program& program, const Fspec& fspec, const EvalLimits& limits,
        Wanted wanted = {});
  Ticks(const Ticks&) = delete;
  Ticks& operator=(const Ticks&) = delete;

  /// Removes all rows, including facts of `crash`, which hold at every tick.
  void reset();
  /// Adds the facts of the relation `crash` that say that `fault` happens. They hold at every tick.
  void add_fault_facts(const Fault& fault);
  /// Begins a tick. The tuples that the tick before passes on must already be in `now` of each
  /// store.
  void begin(int tick);
  void add_given_facts();
  /// Adds the facts that rules read about the faults of this tick, such as `restart`, `down` and
  /// `ioerror`. network() must have its faults and must be at this tick.
  void add_states();
  void deduce();
  /// Fires the inductive or async rule with this index in Program::rules.
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
  /// Returns true if a rule copies all tuples of the relation to the next tick.
  [[nodiscard]] bool copied(std::size_t relation) const { return copied_[relation]; }
  /// Returns the relation and the tick T of every literal rel(…)@T in the program.
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
  /// For each stratum, a rule that may compute new numbers without end; nullopt if no rule may.
  std::vector<std::optional<RuleId>> counting_;
  /// For each rule, true if its head and a positive premise are in the same stratum.
  std::vector<bool> recursive_;
  std::vector<RulePlan> plans_;           ///< indexed by rule
  std::vector<std::size_t> transitions_;  ///< indices of the inductive and async rules
  /// For each relation, true if a rule copies all its tuples to the next tick.
  std::vector<bool> copied_;
  std::vector<std::vector<const dedalus::GivenFact*>> facts_;  ///< given facts by tick
  std::set<std::pair<std::uint32_t, std::uint32_t>> pinned_;
  /// For each relation, the number of rows that were there before the last round of the recursion.
  std::vector<std::uint32_t> old_;
  /// For each relation, the number of rows when the present round began. Rows from old_ on are new.
  std::vector<std::uint32_t> known_;
  std::vector<RowRange> ranges_;
};

}  // namespace ldfi::eval
