// Tarjan's algorithm with an explicit stack. Edges go from a head to what it reads, so components
// come out with those they depend on first: evaluation order. The order is a function of the order
// of relations and rules, hence deterministic.
#include "common/dedalus/stratify.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <limits>

namespace ldfi::dedalus {
namespace {

using Graph = std::vector<std::vector<RelationId>>;

/// By relation: what its deductive rules read, each once.
Graph reads_of(const Program& program) {
  Graph reads(program.relations.size());
  for (const Rule& rule : program.rules) {
    if (rule.kind != RuleKind::deductive) continue;
    auto& out = reads[rule.head.index()];
    for (const Literal& literal : rule.positive) out.push_back(literal.relation);
    for (const Literal& literal : rule.negative) out.push_back(literal.relation);
  }
  for (auto& out : reads) {
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
  }
  return reads;
}

class Tarjan {
 public:
  explicit Tarjan(const Graph& graph)
      : graph_(graph), index_(graph.size(), unseen), low_(graph.size()), on_stack_(graph.size()) {}

  std::vector<std::vector<RelationId>> components() {
    for (std::size_t r = 0; r < graph_.size(); ++r) {
      if (index_[r] == unseen) explore(r);
    }
    return std::move(components_);
  }

 private:
  static constexpr std::uint32_t unseen = std::numeric_limits<std::uint32_t>::max();
  struct Frame {
    std::size_t node;
    std::size_t next_edge;
  };

  void enter(std::size_t node) {
    index_[node] = low_[node] = counter_++;
    stack_.push_back(node);
    on_stack_[node] = true;
    frames_.push_back({node, 0});
  }

  void explore(std::size_t root) {
    enter(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::size_t node = frame.node;
      if (frame.next_edge < graph_[node].size()) {
        const std::size_t to = graph_[node][frame.next_edge++].index();
        if (index_[to] == unseen) {
          enter(to);
        } else if (on_stack_[to]) {
          low_[node] = std::min(low_[node], index_[to]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) {
        auto& parent = low_[frames_.back().node];
        parent = std::min(parent, low_[node]);
      }
      if (low_[node] == index_[node]) close(node);
    }
  }

  void close(std::size_t root) {
    auto& component = components_.emplace_back();
    for (;;) {
      const std::size_t node = stack_.back();
      stack_.pop_back();
      on_stack_[node] = false;
      component.emplace_back(node);
      if (node == root) break;
    }
    std::sort(component.begin(), component.end());
  }

  const Graph& graph_;
  std::vector<std::uint32_t> index_;
  std::vector<std::uint32_t> low_;
  std::vector<bool> on_stack_;
  std::vector<std::size_t> stack_;
  std::vector<Frame> frames_;
  std::vector<std::vector<RelationId>> components_;
  std::uint32_t counter_ = 0;
};

/// A shortest way `from` → … → `to` along data flow (what is read → what reads it) within a
/// stratum.
std::vector<RelationId> path(const Program& program, const Graph& reads, RelationId from,
                             RelationId to) {
  const std::uint32_t stratum = program.stratum_of[from.index()];
  std::vector<RelationId> via(reads.size(), RelationId(~0U));  // towards `from`
  std::deque<RelationId> queue{to};
  via[to.index()] = to;
  while (!queue.empty() && queue.front() != from) {
    const RelationId at = queue.front();
    queue.pop_front();
    for (const RelationId read : reads[at.index()]) {
      if (program.stratum_of[read.index()] != stratum || via[read.index()] != RelationId(~0U))
        continue;
      via[read.index()] = at;
      queue.push_back(read);
    }
  }
  std::vector<RelationId> out{from};
  while (out.back() != to) out.push_back(via[out.back().index()]);
  return out;
}

std::string cycle_text(const Program& program, const Graph& reads, RelationId body,
                       RelationId head) {
  constexpr std::size_t shown = 20;
  std::string out = program.relation(body).name;
  const auto back = path(program, reads, head, body);
  for (std::size_t i = 0; i < back.size(); ++i) {
    if (i == shown && back.size() > shown + 1) {
      out += " -> …";
      i = back.size() - 1;
    }
    out += " -> " + program.relation(back[i]).name;
  }
  return out;
}

void check_rule(const Program& program, const Graph& reads, const Rule& rule, Report& report) {
  const auto inside = [&](const Literal& literal) {
    return program.stratum_of[literal.relation.index()] == program.stratum_of[rule.head.index()];
  };
  const std::string& head = program.relation(rule.head).name;
  for (const Literal& literal : rule.negative) {
    if (!inside(literal) || report.errors_full()) continue;
    report.error(Code::unstratifiable, literal.where,
                 fmt::format("`{}` depends on its own absence within one tick: {}", head,
                             cycle_text(program, reads, literal.relation, rule.head)),
                 {"a cycle through `@next` or `@async` is fine: time orders it"});
  }
  const auto positive = std::find_if(rule.positive.begin(), rule.positive.end(), inside);
  if (!rule.has_aggregate || positive == rule.positive.end() || report.errors_full()) return;
  report.error(Code::unstratifiable, rule.where,
               fmt::format("`{}` aggregates over itself within one tick: {}", head,
                           cycle_text(program, reads, positive->relation, rule.head)),
               {"a cycle through `@next` or `@async` is fine: time orders it"});
}

}  // namespace

void stratify(Program& program, Report& report) {
  const Graph reads = reads_of(program);
  program.strata.clear();
  program.stratum_of.assign(program.relations.size(), 0);
  for (auto& component : Tarjan(reads).components()) {
    Stratum stratum;
    const RelationId first = component.front();
    const auto& edges = reads[first.index()];
    stratum.recursive =
        component.size() > 1 || std::binary_search(edges.begin(), edges.end(), first);
    for (const RelationId r : component) {
      program.stratum_of[r.index()] = static_cast<std::uint32_t>(program.strata.size());
    }
    stratum.relations = std::move(component);
    program.strata.push_back(std::move(stratum));
  }
  for (std::size_t r = 0; r < program.rules.size(); ++r) {
    const Rule& rule = program.rules[r];
    if (rule.kind != RuleKind::deductive) continue;
    program.strata[program.stratum_of[rule.head.index()]].rules.emplace_back(r);
  }
  for (const Rule& rule : program.rules) {
    if (rule.kind == RuleKind::deductive) check_rule(program, reads, rule, report);
  }
}

}  // namespace ldfi::dedalus
