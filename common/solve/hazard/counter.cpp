// Implements a totalizer [BB03] whose bound can grow [MJML14]. If a node of the totalizer gets
// further outputs, only the clauses about these outputs are added.
#include "common/solve/hazard/counter.hpp"

#include <algorithm>

namespace ldfi::hazard {

using sat::Literal;

Counter::Counter(sat::Solver& solver, const std::vector<Literal>& inputs, std::size_t bound)
    : solver_(solver) {
  std::vector<std::size_t> level;
  for (Literal l : inputs) {
    level.push_back(nodes_.size());
    nodes_.push_back({.outputs = {l}});
  }
  while (level.size() > 1) {
    std::vector<std::size_t> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
      next.push_back(nodes_.size());
      const std::size_t leaves = nodes_[level[i]].leaves + nodes_[level[i + 1]].leaves;
      nodes_.push_back({leaves, level[i], level[i + 1], {}});
    }
    if (level.size() % 2 == 1) next.push_back(level.back());
    level = std::move(next);
  }
  extend(bound);
}

void Counter::extend(std::size_t bound) {
  for (Node& node : nodes_) {
    const std::size_t size = std::min(bound, node.leaves);
    if (size > node.outputs.size()) merge(node, size);
  }
}

// Adds the clauses of an inner node: i true inputs on the left and j true inputs on the right force
// output i + j. Sums beyond `size` need no clause, because smaller sums force the same outputs.
void Counter::merge(Node& node, std::size_t size) {
  const std::size_t old = node.outputs.size();
  while (node.outputs.size() < size) node.outputs.push_back(solver_.new_variable());
  const auto& a = nodes_[node.left].outputs;
  const auto& b = nodes_[node.right].outputs;
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = old >= i ? old + 1 - i : 0; j <= b.size() && i + j <= size; ++j) {
      std::vector<Literal> clause{node.outputs[i + j - 1]};
      if (i > 0) clause.push_back(-a[i - 1]);
      if (j > 0) clause.push_back(-b[j - 1]);
      solver_.add(clause);
    }
  }
  for (std::size_t k = std::max<std::size_t>(old, 1); k < size; ++k) {
    solver_.add({-node.outputs[k], node.outputs[k - 1]});
  }
}

void at_most(sat::Solver& solver, const std::vector<sat::Literal>& literals, std::size_t most) {
  if (literals.size() <= most) return;
  solver.add({-Counter(solver, literals, most + 1).at_least(most + 1)});
}

}  // namespace ldfi::hazard
