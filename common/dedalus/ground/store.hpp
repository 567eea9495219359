// The tables that grow while a program is grounded: facts with their hash index, instances,
// channels, groups. For this folder and common/prove/forever. number_facts() in order.hpp turns
// them into the tables of a Universe.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "common/dedalus/ground/ground_program.hpp"

namespace ldfi::ground {

/// A kind of facts. Facts are keyed by (space, tick, tuple). The first spaces are the program's
/// relations; projections, contributors and faults get further ones.
struct Space {
  FactKind kind = FactKind::user;
  std::uint32_t owner = 0;      ///< number of the relation or rule
  std::uint64_t wildcards = 0;  ///< for a projection: see FactInfo::wildcards
  std::uint32_t aggregate = 0;  ///< for a contributor: number of the head's aggregate
  auto operator<=>(const Space&) const = default;
};

/// An instance during grounding. Its premises are a range of Store::premises.
struct PendingInstance {
  FactId head;
  RuleId rule;
  ChannelId channel = no_channel;
  std::uint32_t premise_begin = 0;
  std::uint32_t premise_count = 0;
};

class Store {
 public:
  /// Adding throws BudgetExceeded("facts") beyond the limits. Ids must be those of this store; this
  /// is not checked.
  Store(const Program& program, const Fspec& fspec, const GroundLimits& limits);

  /// Returns the number of the space, for find() and add(). Adds the space if it is new.
  std::uint32_t space(const Space& space);
  [[nodiscard]] std::optional<FactId> find(std::uint32_t space, Time at,
                                           std::span<const Value> tuple) const;
  /// Finds or adds the fact. The flag is true if it is new.
  std::pair<FactId, bool> add(std::uint32_t space, Time at, std::span<const Value> tuple);
  /// Adds a fact that is never looked up by its tuple (an aggregate or error).
  FactId add_unkeyed(FactKind kind, std::uint32_t owner, Time at, std::span<const Value> tuple);
  InstanceId add_instance(FactId head, RuleId rule, ChannelId channel,
                          std::span<const Premise> premises);
  FactId add_aggregate(RuleId rule, Time at, std::uint32_t group, Wide low, Wide high);
  /// Finds or adds the channel. Calls must be in the order of ticks.
  ChannelId channel(const Channel& channel);
  /// Returns the name of the relation for failed writes; no_relation if its writes never fail.
  [[nodiscard]] NamedId stored(RelationId relation) const { return stored_[relation.index()]; }
  FactId error(RuleId rule, const dedalus::ArithmeticFault& fault);

  [[nodiscard]] std::span<const Value> tuple(FactId f) const {
    return {tuples.data() + facts[f.index()].tuple_begin, facts[f.index()].tuple_size};
  }
  [[nodiscard]] std::span<const Premise> premises_of(const PendingInstance& i) const {
    return {premises.data() + i.premise_begin, i.premise_count};
  }

  mutable Meter meter;  ///< counts additions, and the steps of passes over the tables
  std::vector<FactInfo> facts;
  std::vector<bool> impossible;    ///< by fact: true if a Pruner dropped it
  std::vector<PrunedFact> pruned;  ///< the pruner's answers, in order
  std::int32_t questions = 0;      ///< number of questions to the pruner so far
  std::vector<Value> tuples;
  std::vector<PendingInstance> instances;
  std::vector<Premise> premises;
  std::vector<Channel> channels;
  std::vector<Group> groups;
  std::vector<AggregateRange> ranges;
  std::vector<std::uint32_t> range_of;  ///< by fact: index into ranges, for aggregates
  std::vector<FactId> errors;
  std::vector<dedalus::ArithmeticFault> error_faults;

 private:
  FactId append(const FactInfo& info, std::span<const Value> tuple);
  /// Hash set of the keyed facts of one tick, by open addressing: fact + 1, or 0 if free. Each tick
  /// has its own set. Grounding mostly looks up facts of the current tick, so the memory it touches
  /// stays in the caches.
  struct Slots {
    std::vector<std::uint32_t> fact;  ///< its size is a power of two
    std::size_t used = 0;
  };
  Slots& slots_at(Time at);
  void grow(Slots& slots) const;
  [[nodiscard]] static std::uint64_t hash(std::uint32_t space, std::span<const Value> tuple);
  [[nodiscard]] bool same(FactId f, std::uint32_t space, std::span<const Value> tuple) const;

  const GroundLimits limits_;
  std::vector<Space> spaces_;
  std::map<Space, std::uint32_t> space_index_;
  std::vector<std::uint32_t> space_of_;  ///< by fact; ~0 if it is unkeyed
  std::vector<Slots> slots_;             ///< by tick
  const std::size_t nodes_;
  const std::size_t stays_;  ///< number of the receiver that stands for ChannelKind::stay
  /// Number of receivers for one sender: the nodes, written and kept relations, `stays_`, and the
  /// nodes once for each relation if these are delayed independently.
  const std::size_t receivers_;
  std::vector<NamedId> stored_;          ///< by relation
  std::vector<ChannelId> last_channel_;  ///< by sender and receiver: channel of the latest tick
  std::map<std::tuple<RuleId, FileId, int, int, std::string>, FactId> error_index_;
};

}  // namespace ldfi::ground
