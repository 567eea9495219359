#include "common/forever/encoder.hpp"

namespace ldfi::forever {

EncodedTick::EncodedTick(const Aig& aig, const std::vector<bool>& cone, sat::Solver& solver)
    : aig_(aig), nodes_(aig.nodes().size()) {
  nodes_[0] = solver.new_variable();
  solver.add({-nodes_[0]});
  for (std::size_t n = 1; n < nodes_.size(); ++n) {
    if (!cone[n]) continue;
    const Aig::Node& node = aig.nodes()[n];
    const sat::Literal self = nodes_[n] = solver.new_variable();
    if (node.kind != Aig::Node::Kind::gate) continue;
    const sat::Literal left = (*this)[node.left];
    const sat::Literal right = (*this)[node.right];
    solver.add({-self, left});
    solver.add({-self, right});
    solver.add({self, -left, -right});
  }
}

sat::Literal EncodedTick::now(LatchLiteral literal) const {
  return (*this)[2 * aig_.latches()[literal >> 1U].node + (literal & 1U)];
}

sat::Literal EncodedTick::next(LatchLiteral literal) const {
  return (*this)[aig_.latches()[literal >> 1U].next ^ (literal & 1U)];
}

}  // namespace ldfi::forever
