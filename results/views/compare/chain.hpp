// The part of an explanation that depends on faults: a graph of causes and effects that leads from
// each fault to the violated promises.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "results/views/lineage/lineage.hpp"

namespace ldfi::results {

class CausalChain {
 public:
  using Index = std::uint32_t;  ///< index of a node in the explanation (Lineage::nodes)

  /// `why` must outlive this object.
  explicit CausalChain(const Lineage& why);

  /// Returns the indices of the faults in the explanation.
  [[nodiscard]] const std::vector<Index>& faults() const { return faults_; }
  /// Returns the distance of a node from the nearest fault. The distance is 1 for the fault itself,
  /// 2 for a node that follows directly from the fault, and so on. Returns 0 for a node that does
  /// not depend on faults.
  [[nodiscard]] std::size_t depth(Index node) const { return depth_[node]; }
  /// Returns the tuples that hold or do not hold because of faults. Leaves out roots, and nodes for
  /// which is_explained_by_faults() or goes_on() returns true.
  [[nodiscard]] std::vector<Index> links() const;
  /// Returns the nodes on a shortest path from each fault to a root.
  [[nodiscard]] std::set<Index> shortest_ways() const;

  /// Returns the nodes that depend on faults and from which `node` follows directly, by one rule.
  [[nodiscard]] std::vector<Index> reasons(Index node) const;
  /// A tuple that holds, or does not hold, because of another node and by one rule. `box` is the
  /// node of this rule, and `goal` the node of the tuple.
  struct Effect {
    Index box;
    Index goal;
  };
  [[nodiscard]] std::vector<Effect> effects(Index node) const;
  /// Returns the message from which the tuple of `node` follows. Returns null if it does not follow
  /// from a message of another node.
  [[nodiscard]] const LineageNode* message_of(Index node) const;
  /// Returns true if `node` says that a tuple does not hold, and if all reasons for this are
  /// faults.
  [[nodiscard]] bool is_explained_by_faults(Index node) const;
  /// Returns the nodes, and all nodes from which they follow directly or indirectly.
  [[nodiscard]] std::set<Index> all_below(const std::vector<Index>& nodes) const;

 private:
  /// Returns true if the tuple of `node` already held at the tick before.
  [[nodiscard]] bool goes_on(Index node) const;

  const Lineage& why_;
  std::vector<std::vector<Index>> up_;     ///< for each node, the nodes that depend on it
  std::vector<std::vector<Index>> below_;  ///< for each node, the nodes that it depends on
  std::vector<std::size_t> depth_;
  std::vector<Index> faults_;
};

}  // namespace ldfi::results
