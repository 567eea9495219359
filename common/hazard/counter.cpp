#include "common/hazard/counter.hpp"

#include <algorithm>

namespace ldfi::hazard {
namespace {

using sat::Literal;

std::vector<Literal> merge(sat::Solver& solver, const std::vector<Literal>& a,
                           const std::vector<Literal>& b, std::size_t bound) {
  std::vector<Literal> out(std::min(bound, a.size() + b.size()));
  for (Literal& l : out) l = solver.new_variable();
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i + j == 0) continue;
      std::vector<Literal> clause{out[std::min(i + j, out.size()) - 1]};
      if (i > 0) clause.push_back(-a[i - 1]);
      if (j > 0) clause.push_back(-b[j - 1]);
      solver.add(clause);
      if (i + j >= bound) break;  // a larger j forces nothing more
    }
  }
  for (std::size_t k = 1; k < out.size(); ++k) solver.add({-out[k], out[k - 1]});
  return out;
}

}  // namespace

Counter::Counter(sat::Solver& solver, std::vector<Literal> inputs, std::size_t bound) {
  std::vector<std::vector<Literal>> level;
  for (Literal l : inputs) level.push_back({l});
  while (level.size() > 1) {
    std::vector<std::vector<Literal>> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(merge(solver, level[i], level[i + 1], bound));
    if (level.size() % 2 == 1) next.push_back(std::move(level.back()));
    level = std::move(next);
  }
  if (!level.empty()) outputs_ = std::move(level.front());
}

}  // namespace ldfi::hazard
