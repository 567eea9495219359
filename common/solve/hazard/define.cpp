#include "common/solve/hazard/define.hpp"

namespace ldfi::hazard {

using sat::Literal;

Literal any(sat::Solver& solver, const std::vector<Literal>& of) {
  if (of.size() <= 1) return of.empty() ? 0 : of.front();
  const Literal out = solver.new_variable();
  std::vector<Literal> clause = of;
  clause.push_back(-out);
  solver.add(clause);
  for (const Literal l : of) solver.add({-l, out});
  return out;
}

void at_most_one(sat::Solver& solver, const std::vector<Literal>& of) {
  Literal earlier = 0;
  for (const Literal l : of) {
    const Literal either = solver.new_variable();
    solver.add({-l, either});
    if (earlier != 0) {
      solver.add({-earlier, either});
      solver.add({-l, -earlier});
    }
    earlier = either;
  }
}

}  // namespace ldfi::hazard
