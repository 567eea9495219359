// Computes a lower bound for the number of steps to a violation from the facts that each node
// holds. The search visits the states with the smallest bounds first (A*).
//
// ways.hpp says which nodes must hold which facts for a violation. Steps of different nodes are
// different steps. For one node, the bound counts steps until the node may hold such a fact under
// favourable assumptions:
// - Every message that the node may ever receive can arrive at once.
// - The node never loses facts, and facts that must be absent are absent.
// - Numbers may have any value, except counts and numbers that never change.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "common/minimise/steps/ranges.hpp"

namespace ldfi::minimise {

class StepsToGo {
 public:
  using Value = dedalus::Value;
  using Fact = std::pair<RelationId, std::vector<Value>>;

  /// `nodes` are the symbols of the nodes, `externals` the facts that may come from outside.
  /// `behind` maps the relation that holds while a message is deferred to the relation that is
  /// given when the receiver takes up the message. `program` must outlive this object.
  StepsToGo(const dedalus::Program& program, std::vector<Value> nodes,
            const std::vector<Fact>& externals, const std::map<RelationId, RelationId>& behind);

  /// Returns false if the bound is 0 for every state, so that it is useless.
  [[nodiscard]] bool knows() const { return !ways_.empty(); }
  /// Returns a number that stands for these facts of a node in calls of steps().
  std::uint32_t number(std::size_t node, const std::vector<Fact>& facts);
  /// Returns the bound. `numbers` has, for each node, the number that number() returned.
  [[nodiscard]] std::uint64_t steps(std::span<const std::uint32_t> numbers) const;

 private:
  using Event = std::pair<RelationId, Row>;
  /// A way to violate the invariant: relations that must hold at places, which are unknown nodes,
  /// and pairs of places that must be different nodes.
  struct Need {
    /// Pairs of a relation's index in wanted_ and the place at which the relation must hold.
    std::vector<std::pair<std::size_t, std::size_t>> wanted;
    std::vector<std::pair<std::size_t, std::size_t>> unequal;
    std::size_t places = 0;
  };

  void find_ways();
  void find_slice();
  void find_domains(const std::vector<Fact>& externals,
                    const std::map<RelationId, RelationId>& behind);
  void find_events(const std::vector<Fact>& externals,
                   const std::map<RelationId, RelationId>& behind);
  void add_events(RelationId relation);
  [[nodiscard]] Row with_unbounded_numbers(RelationId relation, Row row) const;
  [[nodiscard]] std::uint32_t steps_until(RelationId wanted, Rows held, std::size_t node) const;
  bool receive(Rows& held, const Event& event) const;
  bool tick(Rows& held, const Event* event) const;

  const dedalus::Program& program_;
  const std::vector<Value> nodes_;
  std::vector<Need> ways_;
  std::vector<RelationId> wanted_;
  std::vector<bool> sliced_;    ///< for each relation, true if a violation may depend on it
  std::vector<bool> constant_;  ///< for each relation, true if its facts never change
  /// Rules within a tick on which a violation may depend.
  std::vector<const dedalus::Rule*> within_;
  std::vector<const dedalus::Rule*> next_;
  /// For each relation and column, the texts that may occur in the column.
  std::vector<std::vector<std::set<Value>>> domains_;
  std::vector<std::vector<Event>> events_;  ///< for each node, the events that it may receive
  std::map<std::pair<std::size_t, Rows>, std::uint32_t> numbers_;
  /// For each number and wanted relation, the smallest number of steps until the relation may hold.
  std::vector<std::vector<std::uint32_t>> steps_;
};

}  // namespace ldfi::minimise
