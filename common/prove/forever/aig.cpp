#include "common/prove/forever/aig.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"

namespace ldfi::forever {

Aig::Aig(BudgetCheck check) : meter_(std::move(check)), nodes_(1) {}

Wire Aig::add(Node node) {
  meter_.step();
  LDFI_REQUIRE(nodes_.size() < (std::size_t{1} << 30U), "a circuit has less than 2^30 nodes");
  nodes_.push_back(node);
  return static_cast<Wire>(2 * (nodes_.size() - 1));
}

Wire Aig::input(std::string name) {
  const auto number = static_cast<std::uint32_t>(inputs_.size());
  const Wire wire = add({Node::Kind::input, never, never, number});
  inputs_.push_back({wire >> 1U, std::move(name)});
  return wire;
}

Wire Aig::latch(std::string name, bool first, LatchKind kind, std::string key) {
  const auto number = static_cast<std::uint32_t>(latches_.size());
  const Wire wire = add({Node::Kind::latch, never, never, number});
  latches_.push_back({wire >> 1U, never, first, kind, std::move(name), std::move(key)});
  return wire ^ (first ? 1U : 0U);
}

void Aig::set_next(Wire latch, Wire next) {
  const Node& node = nodes_[latch >> 1U];
  LDFI_REQUIRE(node.kind == Node::Kind::latch, "only latches have a next value");
  latches_[node.number].next = next ^ (latch & 1U);
}

Wire Aig::both(Wire a, Wire b) {
  if (a > b) std::swap(a, b);
  if (a == never || a == (b ^ 1U)) return never;
  if (a == always || a == b) return b;
  const auto [it, inserted] = gates_.try_emplace({a, b}, never);
  if (inserted) it->second = add({Node::Kind::gate, a, b, 0});
  return it->second;
}

Wire Aig::all(std::span<const Wire> wires) {
  Wire out = always;
  for (const Wire wire : wires) out = both(out, wire);
  return out;
}

Wire Aig::any(std::span<const Wire> wires) {
  Wire out = never;
  for (const Wire wire : wires) out = either(out, wire);
  return out;
}

std::vector<Wire> Aig::counts(std::span<const Wire> wires, std::size_t most) {
  std::vector<Wire> row(most + 2, never);
  row[0] = always;
  for (const Wire wire : wires) {
    std::vector<Wire> next(row.size());
    for (std::size_t k = 0; k < row.size(); ++k) {
      const Wire stays = k == most + 1 ? row[k] : both(row[k], wire ^ 1U);
      next[k] = either(stays, k == 0 ? never : both(row[k - 1], wire));
    }
    row = std::move(next);
  }
  return row;
}

std::vector<bool> Aig::cone(std::span<const Wire> roots) const {
  std::vector<bool> in(nodes_.size());
  std::vector<std::uint32_t> todo;
  const auto need = [&](Wire wire) {
    if (in[wire >> 1U]) return;
    in[wire >> 1U] = true;
    todo.push_back(wire >> 1U);
  };
  for (const Wire root : roots) need(root);
  while (!todo.empty()) {
    const Node& node = nodes_[todo.back()];
    todo.pop_back();
    if (node.kind == Node::Kind::gate) need(node.left), need(node.right);
    if (node.kind == Node::Kind::latch) need(latches_[node.number].next);
  }
  return in;
}

void Tick::evaluate() {
  const auto& nodes = aig_.nodes();
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    if (nodes[n].kind != Aig::Node::Kind::gate) continue;
    values_[n] = (*this)[nodes[n].left] && (*this)[nodes[n].right];
  }
}

void Tick::advance() {
  std::vector<bool> next;
  for (const auto& latch : aig_.latches()) next.push_back((*this)[latch.next]);
  for (const auto& input : aig_.inputs()) values_[input.node] = false;
  for (std::size_t l = 0; l < next.size(); ++l) values_[aig_.latches()[l].node] = next[l];
}

namespace {

void add_delta(std::string& out, std::uint32_t delta) {
  for (; (delta & ~0x7FU) != 0; delta >>= 7U) out += static_cast<char>((delta & 0x7FU) | 0x80U);
  out += static_cast<char>(delta);
}

/// Returns the name without line breaks, because AIGER has one name on each line.
std::string plain(std::string name) {
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return name;
}

}  // namespace

std::string to_aiger(const Aig& aig, std::span<const Output> outputs) {
  std::vector<std::uint32_t> order(aig.nodes().size());
  std::uint32_t count = 0;
  for (const auto& input : aig.inputs()) order[input.node] = ++count;
  for (const auto& latch : aig.latches()) order[latch.node] = ++count;
  for (std::size_t n = 0; n < order.size(); ++n) {
    if (aig.nodes()[n].kind == Aig::Node::Kind::gate) order[n] = ++count;
  }
  const auto literal = [&order](Wire wire) { return 2 * order[wire >> 1U] + (wire & 1U); };
  std::string out = fmt::format("aig {} {} {} {} {}\n", count, aig.inputs().size(),
                                aig.latches().size(), outputs.size(), aig.gates());
  for (const auto& latch : aig.latches()) out += fmt::format("{}\n", literal(latch.next));
  for (const Output& output : outputs) out += fmt::format("{}\n", literal(output.wire));
  for (std::size_t n = 0; n < order.size(); ++n) {
    const Aig::Node& node = aig.nodes()[n];
    if (node.kind != Aig::Node::Kind::gate) continue;
    const auto [low, high] = std::minmax({literal(node.left), literal(node.right)});
    add_delta(out, 2 * order[n] - high);
    add_delta(out, high - low);
  }
  std::size_t i = 0;
  for (const auto& input : aig.inputs()) out += fmt::format("i{} {}\n", i++, plain(input.name));
  i = 0;
  for (const auto& latch : aig.latches()) {
    out += fmt::format("l{} {}{}\n", i++, latch.negated ? "!" : "", plain(latch.name));
  }
  i = 0;
  for (const Output& output : outputs) out += fmt::format("o{} {}\n", i++, plain(output.name));
  return out;
}

}  // namespace ldfi::forever
