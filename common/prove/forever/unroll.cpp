#include "common/prove/forever/unroll.hpp"

#include "common/base/contract.hpp"

namespace ldfi::forever {

Unrolling::Unrolling(const Aig& aig, Wire bad, const MakeSolver& make_solver,
                     const BudgetCheck& check)
    : aig_(aig),
      bad_(bad),
      cone_(aig.cone(std::span(&bad, 1))),
      solver_(make_solver()),
      nodes_(aig.nodes().size()) {
  solver_->set_check(check);
  true_ = solver_->new_variable();
  solver_->add({true_});
  for (const auto& latch : aig.latches()) nodes_[latch.node] = -true_;
  encode();
}

sat::Literal Unrolling::both(sat::Literal a, sat::Literal b) {
  if (a == -true_ || b == -true_ || a == -b) return -true_;
  if (a == true_ || a == b) return b;
  if (b == true_) return a;
  const sat::Literal out = solver_->new_variable();
  solver_->add({-out, a});
  solver_->add({-out, b});
  solver_->add({out, -a, -b});
  return out;
}

void Unrolling::encode() {
  nodes_[0] = -true_;
  for (std::size_t n = 1; n < nodes_.size(); ++n) {
    const Aig::Node& node = aig_.nodes()[n];
    if (!cone_[n]) continue;
    if (node.kind == Aig::Node::Kind::input) nodes_[n] = solver_->new_variable();
    if (node.kind == Aig::Node::Kind::gate)
      nodes_[n] = both(literal(node.left), literal(node.right));
  }
}

bool Unrolling::possible() {
  const sat::Literal bad = literal(bad_);
  if (bad == -true_) return false;
  const sat::Answer answer = solver_->solve(std::span(&bad, 1));
  LDFI_ENSURE(answer != sat::Answer::unknown, "the solver stops early only if the budget ends");
  return answer == sat::Answer::satisfiable;
}

void Unrolling::advance() {
  std::vector<std::pair<std::uint32_t, sat::Literal>> next;
  for (const auto& latch : aig_.latches()) {
    if (cone_[latch.node]) next.emplace_back(latch.node, literal(latch.next));
  }
  for (const auto& [node, value] : next) nodes_[node] = value;
  ++tick_;
  encode();
}

}  // namespace ldfi::forever
