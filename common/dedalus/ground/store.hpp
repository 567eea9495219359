// The tables that grow while a program is grounded: facts with their hash index, instances,
// channels, groups. Only for this folder and common/prove/forever. number_facts() in order.hpp
// turns them into the tables of a Universe.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "common/dedalus/ground/ground_program.hpp"

namespace ldfi::ground {

/// A kind of facts. A fact is identified by its space, tick and tuple. The first spaces are the
/// program's relations; projections, contributors and faults have further spaces.
struct Space {
  FactKind kind = FactKind::user;
  std::uint32_t owner = 0;      ///< number of the relation or rule to which the facts belong
  std::uint64_t wildcards = 0;  ///< for a projection: see FactInfo::wildcards
  std::uint32_t aggregate = 0;  ///< for contributors, the number of the aggregate in the head
  auto operator<=>(const Space&) const = default;
};

/// An instance during grounding. Its premises are a range in Store::premises.
struct PendingInstance {
  FactId head;
  RuleId rule;
  ChannelId channel = no_channel;
  std::uint32_t premise_begin = 0;
  std::uint32_t premise_count = 0;
};

class Store {
 public:
  /// Functions that add to the store throw BudgetExceeded("facts") if the limits are exceeded. Ids
  /// must be those of this store, which is not checked.
  Store(const Program& program, const Fspec& fspec, const GroundLimits& limits);

  /// Returns the number of the space, which find() and add() take. Adds the space if it is new.
  std::uint32_t space(const Space& space);
  [[nodiscard]] std::optional<FactId> find(std::uint32_t space, Time at,
                                           std::span<const Value> tuple) const;
  /// Returns the fact, and true if it is new. Adds the fact if it is new.
  std::pair<FactId, bool> add(std::uint32_t space, Time at, std::span<const Value> tuple);
  /// Adds a fact that is never looked up by its tuple, because it is an aggregate or an error.
  FactId add_unkeyed(FactKind kind, std::uint32_t owner, Time at, std::span<const Value> tuple);
  InstanceId add_instance(FactId head, RuleId rule, ChannelId channel,
                          std::span<const Premise> premises);
  FactId add_aggregate(RuleId rule, Time at, std::uint32_t group, Wide low, Wide high);
  /// Returns the channel. Adds the channel if it is new. Calls must be in the order of ticks.
  ChannelId channel(const Channel& channel);
  /// Returns the relation's name for failed writes; no_relation if its writes never fail.
  [[nodiscard]] NamedId stored(RelationId relation) const { return stored_[relation.index()]; }
  FactId error(RuleId rule, const dedalus::ArithmeticFault& fault);

  [[nodiscard]] std::span<const Value> tuple(FactId f) const {
    return {tuples.data() + facts[f.index()].tuple_begin, facts[f.index()].tuple_size};
  }
  [[nodiscard]] std::span<const Premise> premises_of(const PendingInstance& i) const {
    return {premises.data() + i.premise_begin, i.premise_count};
  }

  mutable Meter meter;  ///< counts additions and the steps of loops over the tables
  std::vector<FactInfo> facts;
  std::vector<bool> impossible;  ///< for each fact, true if a Pruner dropped it
  /// The facts that the pruner dropped, in the order of its answers.
  std::vector<PrunedFact> pruned;
  std::int32_t questions = 0;  ///< number of questions to the pruner so far
  std::vector<Value> tuples;
  std::vector<PendingInstance> instances;
  std::vector<Premise> premises;
  std::vector<Channel> channels;
  std::vector<Group> groups;
  std::vector<AggregateRange> ranges;
  /// For each fact that is an aggregate, its index into `ranges`.
  std::vector<std::uint32_t> range_of;
  std::vector<FactId> errors;
  std::vector<dedalus::ArithmeticFault> error_faults;

 private:
  FactId append(const FactInfo& info, std::span<const Value> tuple);
  /// A hash set of the facts of one tick that are looked up by their tuples, by open addressing.
  /// Each tick has its own set. Grounding mostly looks up facts of the current tick, so the memory
  /// that it touches stays in the caches.
  struct Slots {
    /// Slots with a fact plus 1; 0 if free; the number of slots is a power of two.
    std::vector<std::uint32_t> fact;
    std::size_t used = 0;
  };
  Slots& slots_at(Time at);
  void grow(Slots& slots) const;
  [[nodiscard]] static std::uint64_t hash(std::uint32_t space, std::span<const Value> tuple);
  [[nodiscard]] bool same(FactId f, std::uint32_t space, std::span<const Value> tuple) const;

  const GroundLimits limits_;
  std::vector<Space> spaces_;
  std::map<Space, std::uint32_t> space_index_;
  /// For each fact, the number of its space; ~0 if it is never looked up.
  std::vector<std::uint32_t> space_of_;
  std::vector<Slots> slots_;  ///< hash sets by tick
  const std::size_t nodes_;
  const std::size_t stays_;  ///< number of the receiver that stands for ChannelKind::stay
  /// Number of receivers for one sender: the nodes, written and kept relations, and `stays_`. If
  /// relations are delayed independently, the nodes occur once for each relation.
  const std::size_t receivers_;
  std::vector<NamedId> stored_;  ///< for each relation, its name for failed writes
  /// For each sender and receiver, the channel of the latest tick.
  std::vector<ChannelId> last_channel_;
  std::map<std::tuple<RuleId, FileId, int, int, std::string>, FactId> error_index_;
};

}  // namespace ldfi::ground
