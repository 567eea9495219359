#include "common/solve/hazard/clauses.hpp"

namespace ldfi::hazard {

using sat::Literal;

void Clauses::imply(const std::vector<Literal>& body, Literal head) {
  std::vector<Literal> clause;
  if (head == always()) return;
  if (head != never()) clause.push_back(head);
  for (Literal l : body) {
    if (l == never()) return;
    if (l != always()) clause.push_back(-l);
  }
  solver_.add(clause);
}

Literal Clauses::forced_by_any(const std::vector<Literal>& reasons) {
  if (reasons.empty()) return never();
  if (reasons.size() == 1) return reasons.front();
  const Literal l = variable();
  for (Literal r : reasons) imply({r}, l);
  return l;
}

}  // namespace ldfi::hazard
