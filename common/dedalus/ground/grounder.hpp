// Grounds a program: writes out its rules for each tick and node. Finds the facts that hold under
// some fault set (U) and those that hold under all fault sets (L)
// (docs/explanation/search.md#the-universe-what-could-ever-hold). Private to common/dedalus/ground.
//
// At each tick t, the strata follow in order. The rules of a stratum are joined over U,
// semi-naively if they are recursive [BR86]. Then the ground rules that were found determine which
// heads are in L. Negated premises belong to lower strata or earlier ticks, so it is already final
// whether they are in U and L. Inductive and async rules come last, because their heads belong to
// tick t+1.
#pragma once

#include <map>
#include <span>
#include <vector>

#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/joining.hpp"
#include "common/dedalus/ground/plan.hpp"
#include "common/dedalus/ground/pruner.hpp"
#include "common/dedalus/ground/relevance.hpp"
#include "common/dedalus/ground/store.hpp"
#include "common/dedalus/ground/table.hpp"

namespace ldfi::ground {

class Grounder : private Joining<Grounder> {
  friend Joining<Grounder>;

 public:
  /// Objects that decide which facts need not be grounded. Each may be nullptr.
  struct Savings {
    Pruner* pruner = nullptr;
    const Relevance* relevance = nullptr;
  };
  Grounder(const Program& program, const Fspec& fspec, const GroundLimits& limits, Savings savings);
  void run();
  [[nodiscard]] Store& store() { return store_; }

 private:
  struct RulePlans {
    Plan full;
    /// For each recursive literal of the rule, a plan that begins with this literal.
    std::vector<std::pair<std::uint32_t, Plan>> delta;
    std::vector<std::uint32_t> slot_uses;  ///< number of occurrences of each variable in the rule
  };
  struct GroupDraft {
    std::vector<Value> key;
    /// For each aggregate in the rule's head, the values that count in the group if their facts
    /// hold.
    std::vector<std::vector<Contributor>> contributors;
  };

  void prepare();
  void prepare_rule(RuleId id);
  void end_tick();
  void begin_tick();
  void add_fault_facts(const FaultRelationRow& row);
  void ground_stratum(const dedalus::Stratum& stratum);
  void ground_recursive(const dedalus::Stratum& stratum);
  void ground_rounds(const dedalus::Stratum& stratum, std::optional<RuleId> counting);
  struct Bound;
  void hold_back(const dedalus::Stratum& stratum, Bound& bound, std::vector<std::size_t>& high);
  bool release(Bound& bound);
  [[nodiscard]] std::vector<bool> flags_of(std::span<const FactId> facts) const;
  /// Stores the pruner's answer, so that a KnownImpossible (a pruner that repeats answers) can
  /// repeat it. Returns the answer.
  std::vector<FactId> noted(std::vector<FactId> answer);
  void ground_aggregate(RuleId rule);
  void ground_transitions();
  void prune();
  /// Returns true if the rule may fire at this tick and its head can matter to the verdict.
  [[nodiscard]] bool wanted(RuleId rule) const;
  [[nodiscard]] bool matters(RelationId relation, Time at) const;

  void enumerate(RuleId rule, const Plan& plan, std::span<const Window> windows);
  std::pair<Table*, Window> rows(const Plan::Step& step, const dedalus::Literal& literal);
  void step_crash(std::size_t depth, const dedalus::Literal& literal);

  void fire();
  bool add_negated();
  bool negate_crash(const dedalus::Literal& literal);
  /// Returns the fact crash(_, node, time), or nullopt if `time` is not a tick of the execution.
  std::optional<FactId> crash_fact(RelationId crash, NodeId node, Value time);
  FactId fact_of_some_crash(RelationId crash, NodeId node);
  bool add_negated_fact(FactId fact);
  FactId projection(const dedalus::Literal& literal, Time at, std::uint64_t wildcards,
                    std::span<const Value> key);
  [[nodiscard]] std::vector<Window> full_windows(const dedalus::Rule& rule);
  /// Returns the channel that must deliver for the present binding to derive its head, or
  /// no_channel if no fault can stop it. Returns nullopt if the head is never derived, for example
  /// because the message's receiver is not a node.
  std::optional<ChannelId> channel_of();
  std::optional<ChannelId> own_channel(std::optional<NodeId> node);
  void fire_error(const dedalus::ArithmeticFault& fault);
  void fire_contributors(std::span<const Value> plain);
  void fire_head(std::span<const Value> tuple);
  /// Adds a ground rule for `head`, with the premises in premises_ and the channel in channel_. If
  /// there are no premises and no fault can stop the rule, marks `head` as certain instead.
  void support(FactId head);
  void finish_group(RuleId rule, const GroupDraft& draft);
  void emit_aggregate_heads(RuleId rule, const GroupDraft& draft,
                            const std::vector<std::vector<std::pair<FactId, Value>>>& values);

  void settle(std::size_t first_instance);
  void mark_certain(FactId f) { store_.facts[f.index()].certain = true; }
  [[nodiscard]] bool certain(FactId f) const { return store_.facts[f.index()].certain; }
  [[nodiscard]] std::optional<NodeId> node_of(Value symbol) const;
  Table& table_at(RelationId relation, Time at);

  const Program& program_;
  const Fspec& fspec_;
  const GroundLimits limits_;
  Meter meter_;
  Store store_;
  const Savings savings_;
  Time now_;
  std::vector<RulePlans> plans_;     ///< indexed by rule
  std::vector<RuleId> transitions_;  ///< inductive and async rules
  std::vector<Table> current_;       ///< facts of the current tick, indexed by relation
  std::vector<Table> next_;          ///< facts of the next tick, indexed by relation
  /// The facts of past ticks that literals rel(…)@T read, by relation and tick T.
  std::map<std::pair<RelationId, Time>, Table> pinned_;
  std::vector<std::vector<const dedalus::GivenFact*>> given_;  ///< given facts by tick
  std::vector<std::optional<NodeId>> node_by_symbol_;
  std::vector<std::optional<Value>> symbol_by_node_;
  /// For each rule, the relation of its messages if relations are delayed independently; otherwise
  /// empty.
  std::vector<NamedId> message_by_rule_;
  /// Groups of the rule with aggregates that is being grounded, by the values of the columns that
  /// form the groups.
  std::map<std::vector<Value>, GroupDraft> drafts_;

  // The members below describe the rule that is being joined.
  std::span<const Window> windows_;  ///< for each positive literal, the rows that it may match
  std::vector<Premise> premises_;
  std::vector<Value> key_;   ///< values of the columns of the negated literal that is being checked
  std::vector<Value> head_;  ///< values of the head's columns without aggregates
  ChannelId channel_ = no_channel;
};

}  // namespace ldfi::ground
