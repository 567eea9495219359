// Counts true literals: for each j, an output is forced true if at least j inputs are true. This is
// a totalizer [BB03] in one direction only: nothing forces an output false. The circuits and
// searches that use it need no more, and this keeps the number of clauses low. The largest j may be
// raised later [MJML14]; the existing outputs stay the same literals.
#pragma once

#include <vector>

#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class Counter {
 public:
  /// Adds outputs for 1 to `bound` true inputs. If more inputs are true, the last output is still
  /// forced.
  Counter(sat::Solver& solver, const std::vector<sat::Literal>& inputs, std::size_t bound);
  /// Adds outputs up to `bound` true inputs, if there are fewer.
  void extend(std::size_t bound);
  /// Returns the output for "at least j inputs are true". Requires 1 ≤ j ≤ size().
  [[nodiscard]] sat::Literal at_least(std::size_t j) const { return nodes_.back().outputs[j - 1]; }
  /// Returns the number of outputs: the bound, or the number of inputs if that is smaller.
  [[nodiscard]] std::size_t size() const {
    return nodes_.empty() ? 0 : nodes_.back().outputs.size();
  }

 private:
  struct Node {
    std::size_t leaves = 1;
    std::size_t left = 0, right = 0;  ///< indices of the children of an inner node in nodes_
    std::vector<sat::Literal> outputs;
  };
  void merge(Node& node, std::size_t size);

  sat::Solver& solver_;
  std::vector<Node> nodes_;  ///< children before their parents, the root last
};

/// Adds clauses which say that at most `most` of the literals are true.
void at_most(sat::Solver& solver, const std::vector<sat::Literal>& literals, std::size_t most);

}  // namespace ldfi::hazard
