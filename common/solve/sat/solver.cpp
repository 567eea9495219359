#include "common/solve/sat/solver.hpp"

namespace ldfi::sat {

Answer Solver::solve_with(std::span<const Literal> assumptions, std::span<const Literal> some) {
  const Literal asked = new_variable();
  std::vector<Literal> clause(some.begin(), some.end());
  clause.push_back(-asked);
  add(clause);
  std::vector<Literal> all(assumptions.begin(), assumptions.end());
  all.push_back(asked);
  return solve(all);
}

}  // namespace ldfi::sat
