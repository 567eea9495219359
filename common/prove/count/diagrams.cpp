#include "common/prove/count/diagrams.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"

namespace ldfi::count {
namespace {

std::size_t mixed(std::uint64_t a, std::uint64_t b) {
  std::uint64_t hash = (a ^ (b << 32U | b >> 32U)) * 0x9E3779B97F4A7C15U;
  hash ^= hash >> 29U;
  return hash * 0xBF58476D1CE4E5B9U >> 20U;
}

}  // namespace

Diagrams::Diagrams(std::size_t variables, std::size_t max_nodes, Meter& meter)
    : variables_(variables),
      max_nodes_(max_nodes),
      meter_(meter),
      nodes_{{static_cast<std::uint32_t>(variables), yes, yes}},
      table_(std::size_t{1} << 12U),
      known_(std::size_t{1} << 18U) {
  LDFI_REQUIRE(variables <= max_variables, "a diagram has at most max_variables variables");
}

Diagrams::Edge Diagrams::variable(std::size_t number) {
  LDFI_REQUIRE(number < variables_, "the diagram has this variable");
  return make(static_cast<std::uint32_t>(number), no, yes);
}

Diagrams::Edge Diagrams::make(std::uint32_t variable, Edge low, Edge high) {
  if (low == high) return low;
  const Edge flip = high & 1U;
  const Node wanted{variable, low ^ flip, high ^ flip};
  std::size_t at = slot(wanted);
  if (table_[at] == 0) {
    if (nodes_.size() >= max_nodes_) {
      throw BudgetExceeded("steps",
                           fmt::format("decision diagrams have more than {} nodes", max_nodes_));
    }
    if (nodes_.size() * 2 > table_.size()) {
      grow();
      at = slot(wanted);
    }
    table_[at] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back(wanted);
  }
  return table_[at] << 1U | flip;
}

/// Returns the index in the hash table at which the node is stored or can be stored.
std::size_t Diagrams::slot(const Node& node) const {
  const std::uint64_t children = std::uint64_t{node.low} << 32U | node.high;
  std::size_t at = mixed(children, node.variable) & (table_.size() - 1);
  while (table_[at] != 0 && nodes_[table_[at]] != node) at = (at + 1) & (table_.size() - 1);
  return at;
}

void Diagrams::grow() {
  table_.assign(table_.size() * 2, 0);
  for (std::size_t i = 1; i < nodes_.size(); ++i) {
    table_[slot(nodes_[i])] = static_cast<std::uint32_t>(i);
  }
  if (known_.size() < table_.size()) known_.assign(table_.size(), {});
}

Diagrams::Edge Diagrams::both(Edge a, Edge b) {
  if (a > b) std::swap(a, b);
  if (a == yes || a == b) return b;
  if (a == no || a == negation(b)) return no;
  meter_.step();
  const std::size_t hash = mixed(a, b);
  const Known& known = known_[hash & (known_.size() - 1)];
  if (known.a == a && known.b == b) return known.both;
  const std::uint32_t top = std::min(node(a).variable, node(b).variable);
  const auto part = [this, top](Edge of, Edge Node::*child) {
    return node(of).variable == top ? node(of).*child ^ (of & 1U) : of;
  };
  const Edge low = both(part(a, &Node::low), part(b, &Node::low));
  const Edge high = both(part(a, &Node::high), part(b, &Node::high));
  const Edge out = make(top, low, high);
  known_[hash & (known_.size() - 1)] = {a, b, out};
  return out;
}

Diagrams::Edge Diagrams::at_most(std::size_t most, const std::vector<std::size_t>& variables) {
  // The element k is the function for the case that k further variables may be true.
  std::vector<Edge> left(most + 1, yes);
  for (auto it = variables.rbegin(); it != variables.rend(); ++it) {
    for (std::size_t k = most + 1; k-- > 0;) {
      meter_.step();
      left[k] = make(static_cast<std::uint32_t>(*it), left[k], k == 0 ? no : left[k - 1]);
    }
  }
  return left[most];
}

// Counts models, children before parents. Stores the number of each node, so that functions with
// common nodes do not count them twice.
BigInt Diagrams::models(Edge a) {
  std::vector<bool> asked((a >> 1U) + 1);
  asked[a >> 1U] = true;
  models_.resize(nodes_.size());
  for (std::size_t i = a >> 1U; i > 0; --i) {
    meter_.step();
    if (!asked[i] || models_[i] != 0) continue;
    asked[nodes_[i].low >> 1U] = asked[nodes_[i].high >> 1U] = true;
  }
  models_[0] = 1;
  for (std::size_t i = 1; i < asked.size(); ++i) {
    meter_.step();
    if (!asked[i] || models_[i] != 0) continue;
    const Node& n = nodes_[i];
    models_[i] = shifted(n.low, n.variable + 1) + shifted(n.high, n.variable + 1);
  }
  return shifted(a, 0);
}

/// Returns the number of models of `a` over `variable` and all later variables. Requires that the
/// variable at the top of `a` is not before `variable`.
BigInt Diagrams::shifted(Edge a, std::uint32_t variable) const {
  const std::uint32_t own = node(a).variable;
  BigInt out = models_[a >> 1U];
  if ((a & 1U) != 0) out = (BigInt(1) << (variables_ - own)) - out;
  return out << (own - variable);
}

}  // namespace ldfi::count
