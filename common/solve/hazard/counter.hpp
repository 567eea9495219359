// "At least j of these literals", for all j, by a totalizer, in the forward direction only: enough
// true inputs force an output; nothing forces an output false. That is all the circuits and the
// cardinality search need, and it keeps clauses few. How far it counts may be raised later; the
// outputs stay what they are.
#pragma once

#include <vector>

#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class Counter {
 public:
  /// Counts up to `bound` (more inputs than that still force the last output).
  Counter(sat::Solver& solver, const std::vector<sat::Literal>& inputs, std::size_t bound);
  /// Counts up to `bound`, if it does not yet.
  void extend(std::size_t bound);
  /// The output for "at least j", 1 ≤ j ≤ size().
  [[nodiscard]] sat::Literal at_least(std::size_t j) const { return nodes_.back().outputs[j - 1]; }
  /// How far it counts: min(bound, inputs).
  [[nodiscard]] std::size_t size() const {
    return nodes_.empty() ? 0 : nodes_.back().outputs.size();
  }

 private:
  struct Node {
    std::size_t leaves = 1;
    std::size_t left = 0, right = 0;  ///< of an inner node: its children in nodes_
    std::vector<sat::Literal> outputs;
  };
  void merge(Node& node, std::size_t size);

  sat::Solver& solver_;
  std::vector<Node> nodes_;  ///< children first, the root last
};

}  // namespace ldfi::hazard
