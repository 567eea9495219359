#include "results/views/compare/chain.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

namespace ldfi::results {
namespace {

using Kind = LineageNode::Kind;

bool is_box(Kind kind) {
  return kind == Kind::rule || kind == Kind::message || kind == Kind::blocked;
}

}  // namespace

CausalChain::CausalChain(const Lineage& why)
    : why_(why), up_(why.nodes.size()), below_(why.nodes.size()), depth_(why.nodes.size()) {
  for (const auto& [from, to] : why_.edges) {
    up_[from].push_back(to);
    below_[to].push_back(from);
  }
  for (Index i = 0; i < why_.nodes.size(); ++i) {
    if (why_.nodes[i].kind == Kind::fault) faults_.push_back(i);
  }
  std::deque<Index> waiting(faults_.begin(), faults_.end());
  for (const Index fault : faults_) depth_[fault] = 1;
  while (!waiting.empty()) {
    const Index at = waiting.front();
    waiting.pop_front();
    for (const Index next : up_[at]) {
      if (depth_[next] != 0) continue;
      depth_[next] = depth_[at] + 1;
      waiting.push_back(next);
    }
  }
}

std::vector<CausalChain::Index> CausalChain::links() const {
  std::vector<Index> out;
  for (Index i = 0; i < why_.nodes.size(); ++i) {
    const LineageNode& node = why_.nodes[i];
    const bool state = node.kind == Kind::absent || node.kind == Kind::goal;
    if (!state || node.root || node.tuple.empty() || depth_[i] == 0) continue;
    if (!is_explained_by_faults(i) && !goes_on(i)) out.push_back(i);
  }
  return out;
}

std::set<CausalChain::Index> CausalChain::shortest_ways() const {
  std::set<Index> out;
  for (const Index fault : faults_) {
    std::map<Index, Index> from{{fault, fault}};
    std::deque<Index> waiting{fault};
    std::optional<Index> end;
    while (!waiting.empty() && !end) {
      const Index at = waiting.front();
      waiting.pop_front();
      if (why_.nodes[at].root) end = at;
      for (const Index next : up_[at]) {
        if (from.emplace(next, at).second) waiting.push_back(next);
      }
    }
    for (Index at = end.value_or(fault); at != fault; at = from.at(at)) out.insert(at);
  }
  return out;
}

std::vector<CausalChain::Index> CausalChain::reasons(Index node) const {
  std::vector<Index> out;
  for (const Index box : below_[node]) {
    if (!is_box(why_.nodes[box].kind)) continue;
    for (const Index support : below_[box]) {
      if (depth_[support] > 0) out.push_back(support);
    }
  }
  return out;
}

std::vector<CausalChain::Effect> CausalChain::effects(Index node) const {
  std::vector<Effect> out;
  for (const Index box : up_[node]) {
    for (const Index goal : up_[box]) out.push_back({box, goal});
  }
  return out;
}

const LineageNode* CausalChain::message_of(Index node) const {
  if (why_.nodes[node].kind != Kind::goal) return nullptr;
  for (const Index box : below_[node]) {
    const LineageNode& message = why_.nodes[box];
    if (message.kind == Kind::message && message.from != message.to) return &message;
  }
  return nullptr;
}

bool CausalChain::is_explained_by_faults(Index node) const {
  const auto why = reasons(node);
  return why_.nodes[node].kind == Kind::absent && !why.empty() &&
         std::ranges::all_of(why, [&](Index i) { return why_.nodes[i].kind == Kind::fault; });
}

bool CausalChain::goes_on(Index node) const {
  const LineageNode& now = why_.nodes[node];
  const auto why = reasons(node);
  return now.kind == Kind::goal && std::ranges::any_of(why, [&](Index i) {
           const LineageNode& before = why_.nodes[i];
           return before.kind == Kind::goal && before.tuple == now.tuple &&
                  before.last + 1 == now.first;
         });
}

std::set<CausalChain::Index> CausalChain::all_below(const std::vector<Index>& nodes) const {
  std::set<Index> seen;
  std::deque<Index> waiting(nodes.begin(), nodes.end());
  while (!waiting.empty()) {
    const Index node = waiting.front();
    waiting.pop_front();
    if (!seen.insert(node).second) continue;
    waiting.insert(waiting.end(), below_[node].begin(), below_[node].end());
  }
  return seen;
}

}  // namespace ldfi::results
