// "At least j of these literals", for all j, by a totalizer, in the forward direction only: enough
// true inputs force an output; nothing forces an output false. That is all the circuits and the
// cardinality search need, and it keeps clauses few.
#pragma once

#include <vector>

#include "common/sat/solver.hpp"

namespace ldfi::hazard {

class Counter {
 public:
  /// Counts up to `bound` (more inputs than that still force the last output).
  Counter(sat::Solver& solver, std::vector<sat::Literal> inputs, std::size_t bound);
  /// The output for "at least j", 1 ≤ j ≤ min(bound, inputs).
  [[nodiscard]] sat::Literal at_least(std::size_t j) const { return outputs_[j - 1]; }
  [[nodiscard]] std::size_t size() const { return outputs_.size(); }

 private:
  std::vector<sat::Literal> outputs_;
};

}  // namespace ldfi::hazard
