// The tables that grow while a program is grounded: facts with their hash index, ground rules
// (instances), channels, and groups of aggregates. number_facts() in order.hpp turns them into the
// tables of a Universe. Only for common/dedalus/ground and common/prove/forever.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "common/dedalus/ground/ground_program.hpp"

namespace ldfi::ground {

/// A kind of facts. A fact is identified by the number of its space, its tick and its tuple. The
/// first spaces are the program's relations. Helper facts, such as those for aggregates and faults,
/// have further spaces.
struct Space {
  FactKind kind = FactKind::user;
  std::uint32_t owner = 0;  ///< number of the relation or rule to which the facts belong
  /// For facts that state that a pattern matches: see FactInfo::wildcards.
  std::uint64_t wildcards = 0;
  /// For the values of a group, the number of the aggregate in the head.
  std::uint32_t aggregate = 0;
  auto operator<=>(const Space&) const = default;
};

/// A ground rule while grounding continues. Its premises are a range in Store::premises.
struct PendingInstance {
  FactId head;
  RuleId rule;
  ChannelId channel = no_channel;
  std::uint32_t premise_begin = 0;
  std::uint32_t premise_count = 0;
};

class Store {
 public:
  /// Makes an empty store. Functions that add to it throw BudgetExceeded("facts") if this exceeds
  /// `limits`. Ids passed to any function must be those of this store, which is not checked.
  Store(const Program& program, const Fspec& fspec, const GroundLimits& limits);

  /// Returns the number of the space, which find() and add() take. Adds the space if it is new.
  std::uint32_t space(const Space& space);
  [[nodiscard]] std::optional<FactId> find(std::uint32_t space, Time at,
                                           std::span<const Value> tuple) const;
  /// Returns the fact with this space, tick and tuple, and adds it if it is new. The second result
  /// is true if the fact is new.
  std::pair<FactId, bool> add(std::uint32_t space, Time at, std::span<const Value> tuple);
  /// Adds an aggregate or an error. Such a fact is never looked up by its tuple, so it is not in
  /// the hash index.
  FactId add_without_index(FactKind kind, std::uint32_t owner, Time at,
                           std::span<const Value> tuple);
  InstanceId add_instance(FactId head, RuleId rule, ChannelId channel,
                          std::span<const Premise> premises);
  FactId add_aggregate(RuleId rule, Time at, std::uint32_t group, Wide low, Wide high);
  /// Returns the id of the channel, and adds the channel if it is new. Calls must be in the order
  /// of ticks, because only the latest channel of each sender and receiver is looked up.
  ChannelId channel(const Channel& channel);
  /// Returns the relation's name if the Fspec allows its writes to disk to fail; otherwise
  /// no_relation.
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
  /// The facts that the pruner found impossible, in the order of its answers.
  std::vector<PrunedFact> pruned;
  std::int32_t questions = 0;  ///< number of calls of the pruner so far
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
  /// A hash set, with open addressing, of the facts of one tick. Grounding mostly looks up facts of
  /// the current tick. So a separate set for each tick keeps the used memory in the processor's
  /// caches.
  struct Slots {
    /// A slot holds the number of a fact plus 1, or 0 if it is free. The number of slots is a power
    /// of two.
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
  /// For each fact, the number of its space; ~0 if the fact is not in the hash index.
  std::vector<std::uint32_t> space_of_;
  std::vector<Slots> slots_;  ///< hash sets by tick
  const std::size_t nodes_;
  const std::size_t stays_;  ///< index among receivers that represents ChannelKind::stay
  /// Number of possible receivers for each sender: the nodes, one for each kind of write to a
  /// relation, and `stays_`. If relations are delayed independently, the nodes occur again for each
  /// relation.
  const std::size_t receivers_;
  /// For each relation, its name if its writes may fail; otherwise no_relation.
  std::vector<NamedId> stored_;
  /// For each sender and receiver, the channel that was added last, or no_channel.
  std::vector<ChannelId> last_channel_;
  std::map<std::tuple<RuleId, FileId, int, int, std::string>, FactId> error_index_;
};

}  // namespace ldfi::ground
