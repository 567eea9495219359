// The part of an explanation that depends on faults, as a graph from each fault to what is
// violated.
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

  /// Returns the faults that the explanation names.
  [[nodiscard]] const std::vector<Index>& faults() const { return faults_; }
  /// Returns 1 for a fault, 2 for what a fault supports directly, and so on along the shortest
  /// path. Returns 0 for a node that depends on no fault.
  [[nodiscard]] std::size_t depth(Index node) const { return depth_[node]; }
  /// Returns the goals and absences that depend on faults, except roots and nodes for which
  /// only_cut() or goes_on() is true.
  [[nodiscard]] std::vector<Index> links() const;
  /// Returns the nodes on a shortest path from each fault to a root.
  [[nodiscard]] std::set<Index> shortest_ways() const;

  /// Returns the nodes that depend on faults and support `node` through one rule.
  [[nodiscard]] std::vector<Index> reasons(Index node) const;
  /// A goal or an absence that a node supports through one rule, and the box of this rule.
  struct Effect {
    Index box;
    Index goal;
  };
  [[nodiscard]] std::vector<Effect> effects(Index node) const;
  /// Returns the message that brought the goal, or null if no other node sent one.
  [[nodiscard]] const LineageNode* message_of(Index node) const;
  /// Returns true if the node is an absence that faults alone explain.
  [[nodiscard]] bool only_cut(Index node) const;
  /// Returns the nodes and everything that they depend on.
  [[nodiscard]] std::set<Index> all_below(const std::vector<Index>& nodes) const;

 private:
  /// Returns true if the node's tuple already held at the tick before.
  [[nodiscard]] bool goes_on(Index node) const;

  const Lineage& why_;
  std::vector<std::vector<Index>> up_;     ///< the nodes that each node supports
  std::vector<std::vector<Index>> below_;  ///< the nodes that support each node
  std::vector<std::size_t> depth_;
  std::vector<Index> faults_;
};

}  // namespace ldfi::results
