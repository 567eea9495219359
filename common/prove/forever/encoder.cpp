#include "common/prove/forever/encoder.hpp"

#include <utility>

namespace ldfi::forever {
namespace {

/// Returns for each node whether it is a gate that is merged into another gate, because only that
/// gate reads it.
std::vector<bool> parts_of(const Aig& aig, const std::vector<bool>& cone,
                           const std::vector<bool>& wanted) {
  const std::size_t count = aig.nodes().size();
  // Number of readers of each node; a reader of the negation counts twice.
  std::vector<std::uint32_t> readers(count);
  std::vector<bool> out(count);
  for (std::size_t n = 1; n < count; ++n) {
    const Aig::Node& node = aig.nodes()[n];
    if (!cone[n] || node.kind != Aig::Node::Kind::gate) continue;
    for (const Wire wire : {node.left, node.right}) readers[wire >> 1U] += 1 + (wire & 1U);
  }
  for (std::size_t n = 1; n < count; ++n) {
    const bool gate = aig.nodes()[n].kind == Aig::Node::Kind::gate;
    out[n] = gate && cone[n] && !wanted[n] && readers[n] == 1;
  }
  return out;
}

}  // namespace

EncodedTick::EncodedTick(const Aig& aig, const std::vector<bool>& cone, sat::Solver& solver)
    : EncodedTick(aig, cone, cone, solver) {}

EncodedTick::EncodedTick(const Aig& aig, const std::vector<bool>& cone, std::vector<bool> wanted,
                         sat::Solver& solver)
    : aig_(aig), nodes_(aig.nodes().size()) {
  for (const auto& latch : aig.latches()) wanted[latch.next >> 1U] = true;
  const std::vector<bool> parts = parts_of(aig, cone, wanted);
  nodes_[0] = solver.new_variable();
  solver.add({-nodes_[0]});
  for (std::uint32_t n = 1; n < nodes_.size(); ++n) {
    if (!cone[n] || parts[n]) continue;
    nodes_[n] = solver.new_variable();
    if (aig.nodes()[n].kind == Aig::Node::Kind::gate) encode_gate(n, parts, solver);
  }
}

void EncodedTick::encode_gate(std::uint32_t node, const std::vector<bool>& parts,
                              sat::Solver& solver) {
  const sat::Literal self = nodes_[node];
  std::vector<sat::Literal> some{self};
  std::vector<std::uint32_t> todo{node};
  while (!todo.empty()) {
    const Aig::Node gate = aig_.nodes()[todo.back()];
    todo.pop_back();
    for (const Wire wire : {gate.left, gate.right}) {
      if (parts[wire >> 1U]) {
        todo.push_back(wire >> 1U);
        continue;
      }
      solver.add({-self, (*this)[wire]});
      some.push_back(-(*this)[wire]);
    }
  }
  solver.add(some);
}

sat::Literal EncodedTick::now(LatchLiteral literal) const {
  return (*this)[2 * aig_.latches()[literal >> 1U].node + (literal & 1U)];
}

sat::Literal EncodedTick::next(LatchLiteral literal) const {
  return (*this)[aig_.latches()[literal >> 1U].next ^ (literal & 1U)];
}

}  // namespace ldfi::forever
