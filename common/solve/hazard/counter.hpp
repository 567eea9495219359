// "At least j of these literals hold", for all j: a totalizer [BB03], in the forward direction
// only. Enough true inputs force an output true; nothing forces an output false. Circuits and
// cardinality search need no more, and this keeps the number of clauses low. The bound up to which
// it counts may be raised later [MJML14]; the outputs stay the same literals.
#pragma once

#include <vector>

#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class Counter {
 public:
  /// Counts up to `bound`. More true inputs still force the last output.
  Counter(sat::Solver& solver, const std::vector<sat::Literal>& inputs, std::size_t bound);
  /// Raises the bound to `bound` if it is lower.
  void extend(std::size_t bound);
  /// Returns the output for "at least j", 1 ≤ j ≤ size().
  [[nodiscard]] sat::Literal at_least(std::size_t j) const { return nodes_.back().outputs[j - 1]; }
  /// Returns the number of outputs: min(bound, inputs).
  [[nodiscard]] std::size_t size() const {
    return nodes_.empty() ? 0 : nodes_.back().outputs.size();
  }

 private:
  struct Node {
    std::size_t leaves = 1;
    std::size_t left = 0, right = 0;  ///< children of an inner node: indices into nodes_
    std::vector<sat::Literal> outputs;
  };
  void merge(Node& node, std::size_t size);

  sat::Solver& solver_;
  std::vector<Node> nodes_;  ///< children first, the root last
};

/// Adds the clauses that at most `most` of the literals are true.
void at_most(sat::Solver& solver, const std::vector<sat::Literal>& literals, std::size_t most);

}  // namespace ldfi::hazard
