// Finds the strongly connected components of a graph by Tarjan's algorithm [TAR72]. The algorithm
// uses an explicit stack instead of recursion, because a graph of millions of facts would exhaust
// the process's stack. A component is reported after all components to which its nodes lead.
//
//   Graph: Cursor begin(node);  optional next(node, Cursor&);   // the nodes that `node` leads to
//   Components<Graph> walk(graph, node_count);
//   walk.visit(root, [](std::span<const std::uint32_t> component) { … });
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace ldfi {

template <class Graph>
class Components {
 public:
  Components(Graph& graph, std::size_t nodes)
      : graph_(graph), index_(nodes, unseen), low_(nodes), on_stack_(nodes) {}

  [[nodiscard]] bool visited(std::uint32_t node) const { return index_[node] != unseen; }

  /// Calls `take` with every component that is reachable from `root` and that no earlier call
  /// visited. The last node in the list of a component is the node that the algorithm visited
  /// first; the others are in no particular order. Requires that `root` and every node of the graph
  /// are below `nodes`.
  template <class Take>
  void visit(std::uint32_t root, Take take) {
    if (visited(root)) return;
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::uint32_t node = frame.node;
      const std::optional<std::uint32_t> to = graph_.next(node, frame.cursor);
      if (!to) {
        leave(node, take);
      } else if (!visited(*to)) {
        enter(*to);
      } else if (on_stack_[*to]) {
        low_[node] = std::min(low_[node], index_[*to]);
      }
    }
  }

 private:
  static constexpr std::uint32_t unseen = ~std::uint32_t{0};
  using Cursor = typename Graph::Cursor;
  struct Frame {
    std::uint32_t node;
    Cursor cursor;
  };

  void enter(std::uint32_t node) {
    index_[node] = low_[node] = counter_++;
    stack_.push_back(node);
    on_stack_[node] = true;
    frames_.push_back({node, graph_.begin(node)});
  }

  template <class Take>
  void leave(std::uint32_t node, Take& take) {
    frames_.pop_back();
    if (!frames_.empty()) {
      auto& parent = low_[frames_.back().node];
      parent = std::min(parent, low_[node]);
    }
    if (low_[node] != index_[node]) return;
    component_.clear();
    do {
      component_.push_back(stack_.back());
      on_stack_[stack_.back()] = false;
      stack_.pop_back();
    } while (component_.back() != node);
    take(std::span<const std::uint32_t>(component_));
  }

  Graph& graph_;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::vector<bool> on_stack_;
  std::vector<std::uint32_t> stack_;
  std::vector<std::uint32_t> component_;
  std::vector<Frame> frames_;
  std::uint32_t counter_ = 0;
};

}  // namespace ldfi
