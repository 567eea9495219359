// The part of an explanation that depends on faults: a graph that leads from each fault to the violated
// promises.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

class CausalChain {
 public:
  using Index = std::uint32_t;  ///< index of a node of the lineage

  /// `why` must outlive this object.
  explicit CausalChain(const Lineage& why);

  /// Returns the nodes of the faults in the explanation.
  [[nodiscard]] const std::vector<Index>& faults() const { return faults_; }
  /// Returns the distance of a node from the nearest fault: 1 for a fault, 2 for a node that a fault directly
  /// supports, and so on. Returns 0 for a node that depends on no fault.
  [[nodiscard]] std::size_t depth(Index node) const { return depth_[node]; }
  /// Returns the goals and absences that depend on faults, except roots and nodes for which is_explained_by_faults() or
  /// goes_on() returns true.
  [[nodiscard]] std::vector<Index> links() const;
  /// Returns the nodes on a shortest path from each fault to a root.
  [[nodiscard]] std::set<Index> shortest_ways() const;

  /// Returns the nodes that depend on faults and from which `node` follows by one rule.
  [[nodiscard]] std::vector<Index> reasons(Index node) const;
  /// A goal or an absence that follows from a node by one rule, and the node of this rule.
  struct Effect {
    Index box;
    Index goal;
  };
  [[nodiscard]] std::vector<Effect> effects(Index node) const;
  /// Returns the message that made the goal hold, or null if the goal is not a message from another node.
  [[nodiscard]] const LineageNode* message_of(Index node) const;
  /// Returns true if the node is an absence that nothing but faults explains.
  [[nodiscard]] bool is_explained_by_faults(Index node) const;
  /// Returns the nodes, and all nodes that they depend on.
  [[nodiscard]] std::set<Index> all_below(const std::vector<Index>& nodes) const;

 private:
  /// Returns true if the node's tuple already held at the tick before.
  [[nodiscard]] bool goes_on(Index node) const;

  const Lineage& why_;
  std::vector<std::vector<Index>> up_;     ///< for each node, the nodes that depend on it
  std::vector<std::vector<Index>> below_;  ///< for each node, the nodes that it depends on
  std::vector<std::size_t> depth_;
  std::vector<Index> faults_;
};

}  // namespace ldfi::results
