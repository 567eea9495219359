// Grounds a program tick by tick and stratum by stratum. U are the facts that hold under some fault
// set, and L those that hold under all
// (docs/explanation/search.md#the-universe-what-could-ever-hold). Private to common/dedalus/ground.
//
// At tick t the strata follow in order. The rules of a stratum are joined over U, semi-naively
// where they are recursive [BR86]. Then L is closed over the instances found. Negated premises
// belong to lower strata or earlier ticks, so their U and their L are final. Inductive and async
// rules come last and fill tick t+1.
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
  /// Objects that decide which facts need not be grounded. Each may be null.
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
    /// One plan for each recursive literal, which comes first.
    std::vector<std::pair<std::uint32_t, Plan>> delta;
    std::vector<std::uint32_t> slot_uses;  ///< number of occurrences of each variable in the rule
  };
  struct GroupDraft {
    std::vector<Value> key;
    /// For each aggregate term of the head, its contributors.
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
  /// Records the pruner's answer, which KnownImpossible can repeat, and returns it.
  std::vector<FactId> noted(std::vector<FactId> answer);
  void ground_aggregate(RuleId rule);
  void ground_transitions();
  void prune();
  /// Returns true if the rule may fire at this tick and its heads can matter to the verdict.
  [[nodiscard]] bool wanted(RuleId rule) const;
  [[nodiscard]] bool matters(RelationId relation, Time at) const;

  void enumerate(RuleId rule, const Plan& plan, std::span<const Window> windows);
  std::pair<Table*, Window> rows(const Plan::Step& step, const dedalus::Literal& literal);
  void step_crash(std::size_t depth, const dedalus::Literal& literal);

  void fire();
  bool add_negated();
  bool negate_crash(const dedalus::Literal& literal);
  /// Returns the fact crash(_, node, time). Returns nullopt if `time` is not a tick of the
  /// execution.
  std::optional<FactId> crash_fact(RelationId crash, NodeId node, Value time);
  FactId crashes_ever(RelationId crash, NodeId node);
  bool add_negated_fact(FactId fact);
  FactId projection(const dedalus::Literal& literal, Time at, std::uint64_t wildcards,
                    std::span<const Value> key);
  [[nodiscard]] std::vector<Window> full_windows(const dedalus::Rule& rule);
  /// Returns the channel that the present binding needs, or no_channel if no fault can stop it.
  /// Returns nullopt if the instance never fires, for example because its message is dropped.
  std::optional<ChannelId> channel_of();
  std::optional<ChannelId> own_channel(std::optional<NodeId> node);
  void fire_error(const dedalus::ArithmeticFault& fault);
  void fire_contributors(std::span<const Value> plain);
  void fire_head(std::span<const Value> tuple);
  /// Adds an instance with the premises in premises_ and the channel in channel_ for `head`. If
  /// nothing can stop the instance, makes `head` certain instead.
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
  std::vector<Table> current_;       ///< indexed by relation
  std::vector<Table> next_;          ///< indexed by relation
  /// Tables that literals rel(…)@T read, by relation and T.
  std::map<std::pair<RelationId, Time>, Table> pinned_;
  std::vector<std::vector<const dedalus::GivenFact*>> given_;  ///< given facts by tick
  std::vector<std::optional<NodeId>> node_by_symbol_;
  std::vector<std::optional<Value>> symbol_by_node_;
  /// For each rule, its name for delays; empty unless relations are delayed independently.
  std::vector<NamedId> message_by_rule_;
  /// Groups of the aggregate rule that is being grounded, by the values of their key columns.
  std::map<std::vector<Value>, GroupDraft> drafts_;

  // The members below hold the state of the rule that is being joined.
  std::span<const Window> windows_;  ///< for each positive literal, the rows that it may match
  std::vector<Premise> premises_;
  std::vector<Value> key_;   ///< values of the current negated literal
  std::vector<Value> head_;  ///< values of the head's columns without aggregates
  ChannelId channel_ = no_channel;
};

}  // namespace ldfi::ground
