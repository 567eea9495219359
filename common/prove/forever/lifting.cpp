#include "common/prove/forever/lifting.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace ldfi::forever {

Lifting::Lifting(const Aig& aig, const std::vector<bool>& cone)
    : aig_(aig),
      leads_(aig.nodes().size()),
      values_(aig.nodes().size(), Three::no),
      wanted_(aig.nodes().size()),
      queued_(aig.nodes().size()) {
  for (std::uint32_t n = 0; n < aig.nodes().size(); ++n) {
    const Aig::Node& node = aig.nodes()[n];
    if (!cone[n] || node.kind != Aig::Node::Kind::gate) continue;
    gates_.push_back(n);
    leads_[node.left >> 1U].push_back(n);
    leads_[node.right >> 1U].push_back(n);
  }
}

Lifting::Three Lifting::value(Wire wire) const {
  const Three node = values_[wire >> 1U];
  if (node == Three::open || (wire & 1U) == 0) return node;
  return node == Three::yes ? Three::no : Three::yes;
}

Lifting::Three Lifting::gate(std::uint32_t node) const {
  const Three left = value(aig_.nodes()[node].left);
  const Three right = value(aig_.nodes()[node].right);
  if (left == Three::no || right == Three::no) return Three::no;
  return left == Three::yes && right == Three::yes ? Three::yes : Three::open;
}

/// Makes the value of a latch unknown, and then the value of each gate that depends on it. Returns
/// false and changes nothing if the value of a wire that must stay known would become unknown.
bool Lifting::open(std::uint32_t latch) {
  std::vector<std::pair<std::uint32_t, Three>> trail;
  std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> todo;
  bool fine = true;
  const auto change = [&](std::uint32_t node, Three to) {
    trail.emplace_back(node, values_[node]);
    values_[node] = to;
    if (wanted_[node]) fine = false;
    for (const std::uint32_t reader : leads_[node]) {
      if (queued_[reader]) continue;
      queued_[reader] = true;
      todo.push(reader);
    }
  };
  change(latch, Three::open);
  while (!todo.empty()) {
    const std::uint32_t node = todo.top();
    todo.pop();
    queued_[node] = false;
    if (!fine) continue;
    const Three to = gate(node);
    if (to != values_[node]) change(node, to);
  }
  if (fine) return true;
  for (auto it = trail.rbegin(); it != trail.rend(); ++it) values_[it->first] = it->second;
  return false;
}

Cube Lifting::lift(std::span<const Wire> wires, std::span<const std::uint32_t> order) {
  values_[0] = Three::no;
  for (const std::uint32_t n : gates_) values_[n] = gate(n);
  for (const Wire wire : wires) wanted_[wire >> 1U] = true;
  Cube out;
  for (const std::uint32_t latch : order) {
    const std::uint32_t node = aig_.latches()[latch].node;
    const bool is = values_[node] == Three::yes;
    if (!open(node)) out.push_back(2 * latch + (is ? 0U : 1U));
  }
  for (const Wire wire : wires) wanted_[wire >> 1U] = false;
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace ldfi::forever
