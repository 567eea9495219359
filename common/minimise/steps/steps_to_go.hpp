// How many steps it takes at least until it is violated, from what each node holds: a bound from
// below, for a search that takes the most promising states first.
//
// What is violated says which nodes have to hold what (ways.hpp). Steps of different nodes are
// different ones. Of one node, the steps are counted that make it hold such a fact if whatever it may
// be sent arrives at once, nothing that it holds is ever lost, nothing that must be absent is in the
// way, and numbers may be any but those that never change and those that count.
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

  /// `nodes` are the symbols of the nodes, `externals` the facts that may come from outside, and
  /// `behind` what is given when another relation has said so. `program` must outlive it.
  StepsToGo(const dedalus::Program& program, std::vector<Value> nodes,
            const std::vector<Fact>& externals, const std::map<RelationId, RelationId>& behind);

  /// False: the bound is always 0.
  [[nodiscard]] bool knows() const { return !ways_.empty(); }
  /// The number of what steps() asks of a node that holds these facts.
  std::uint32_t number(std::size_t node, const std::vector<Fact>& facts);
  /// The bound; by node, the number of what it holds.
  [[nodiscard]] std::uint64_t steps(std::span<const std::uint32_t> numbers) const;

 private:
  using Event = std::pair<RelationId, Row>;
  /// Relations that hold at places, of which some differ.
  struct Need {
    std::vector<std::pair<std::size_t, std::size_t>> wanted;  ///< relation in wanted_, place
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
  std::vector<bool> sliced_;                  ///< by relation: a need may rest on it
  std::vector<bool> constant_;                ///< by relation: what holds of it never changes
  std::vector<const dedalus::Rule*> within_;  ///< a tick, of the slice
  std::vector<const dedalus::Rule*> next_;
  std::vector<std::vector<std::set<Value>>> domains_;  ///< by relation and column: texts
  std::vector<std::vector<Event>> events_;             ///< by node
  std::map<std::pair<std::size_t, Rows>, std::uint32_t> numbers_;
  std::vector<std::vector<std::uint32_t>> steps_;  ///< by number and wanted relation
};

}  // namespace ldfi::minimise
