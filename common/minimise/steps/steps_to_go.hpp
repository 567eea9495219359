// A lower bound for the number of steps until a violation, given the facts that each node holds.
// The search visits the most promising states first (A*).
//
// ways.hpp says which nodes must hold which facts for a violation. Steps of different nodes are
// different steps. For one node, the bound counts steps until the node may hold such a fact under
// favourable assumptions:
// - Every message that the node may ever receive can arrive at once.
// - The node never loses facts, and facts that must be absent are absent.
// - Numbers may have any value, except numbers that never change and counts.
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
  /// `behind` maps the relation that holds when a message is deferred to the relation that is
  /// given when the receiver takes it up. `program` must outlive this object.
  StepsToGo(const dedalus::Program& program, std::vector<Value> nodes,
            const std::vector<Fact>& externals, const std::map<RelationId, RelationId>& behind);

  /// False if the bound is always 0.
  [[nodiscard]] bool knows() const { return !ways_.empty(); }
  /// Returns a number for these facts of a node, for steps().
  std::uint32_t number(std::size_t node, const std::vector<Fact>& facts);
  /// Returns the bound. `numbers` has the result of number() for each node.
  [[nodiscard]] std::uint64_t steps(std::span<const std::uint32_t> numbers) const;

 private:
  using Event = std::pair<RelationId, Row>;
  /// Relations that must hold at places, and pairs of places that must be different nodes.
  struct Need {
    /// Index of the relation in wanted_, and the place.
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
  [[nodiscard]] Row blurred(RelationId relation, Row row) const;
  [[nodiscard]] std::uint32_t steps_until(RelationId wanted, Rows held, std::size_t node) const;
  bool receive(Rows& held, const Event& event) const;
  bool tick(Rows& held, const Event* event) const;

  const dedalus::Program& program_;
  const std::vector<Value> nodes_;
  std::vector<Need> ways_;
  std::vector<RelationId> wanted_;
  std::vector<bool> sliced_;                  ///< by relation: true if a need may depend on it
  std::vector<bool> constant_;                ///< by relation: true if its facts never change
  std::vector<const dedalus::Rule*> within_;  ///< rules within a tick that a need may depend on
  std::vector<const dedalus::Rule*> next_;
  std::vector<std::vector<std::set<Value>>> domains_;  ///< texts by relation and column
  std::vector<std::vector<Event>> events_;             ///< events that each node may receive
  std::map<std::pair<std::size_t, Rows>, std::uint32_t> numbers_;
  std::vector<std::vector<std::uint32_t>> steps_;  ///< least steps by number and wanted relation
};

}  // namespace ldfi::minimise
