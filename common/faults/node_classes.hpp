// Classes of interchangeable nodes: nodes that the limits of an Fspec treat alike.
#pragma once

#include <cstddef>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

/// Divides the nodes into classes. If two nodes of one class swap their names, admissible fault
/// sets stay admissible.
class NodeClasses {
 public:
  explicit NodeClasses(const Fspec& fspec);

  [[nodiscard]] std::size_t size() const { return first_.size(); }
  [[nodiscard]] int nodes(std::size_t c) const { return nodes_[c]; }
  [[nodiscard]] bool crashable(std::size_t c) const { return fspec_.crashable(first_[c]); }
  [[nodiscard]] bool restartable(std::size_t c) const { return fspec_.restartable(first_[c]); }
  [[nodiscard]] bool pausable(std::size_t c) const { return fspec_.may_pause(first_[c], Time(1)); }
  /// Returns true if faults may happen to the disks of the nodes of the class.
  [[nodiscard]] bool has_disk(std::size_t c) const {
    return fspec_.has_disk(first_[c], NamedId(0U));
  }
  [[nodiscard]] bool omissible(std::size_t from, std::size_t to) const {
    return omissible_[from * size() + to];
  }
  /// Returns true if the cut loses messages from nodes of one class to nodes of the other. The cut
  /// must come from a set of nodes that the Fspec lists.
  [[nodiscard]] bool cut(std::size_t from, std::size_t to, const Cut& by) const {
    return by.loses(first_[from], first_[to]);
  }
  /// Returns true if the class consists only of the first node, which is never on the side that
  /// texts of partitions name.
  [[nodiscard]] bool is_first(std::size_t c) const {
    return first_[c] == NodeId(0) && nodes_[c] == 1;
  }
  [[nodiscard]] std::size_t of(NodeId node) const { return class_of_[node.index()]; }

 private:
  const Fspec& fspec_;
  std::vector<NodeId> first_;  ///< for each class, one node that represents the class
  std::vector<int> nodes_;
  std::vector<std::size_t> class_of_;
  std::vector<bool> omissible_;
};

}  // namespace ldfi
