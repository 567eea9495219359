// Finds strata with Tarjan's algorithm [TAR72], in the graph with an edge from each relation to the
// relations that its rules read. The algorithm returns components with their dependencies first,
// which is the order of evaluation. This order depends only on the order of relations and rules, so
// it is deterministic.
#include "common/dedalus/language/stratify.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <span>

#include "common/base/components.hpp"

namespace ldfi::dedalus {
namespace {

using Graph = std::vector<std::vector<RelationId>>;

/// Returns for each relation the relations that its deductive rules read, each of them once.
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

/// The graph with an edge from each relation to the relations that its rules read.
struct Reading {
  using Cursor = std::size_t;
  [[nodiscard]] Cursor begin(std::uint32_t) const { return 0; }
  [[nodiscard]] std::optional<std::uint32_t> next(std::uint32_t relation, Cursor& at) const {
    if (at == reads[relation].size()) return std::nullopt;
    return reads[relation][at++].raw();
  }
  const Graph& reads;
};

std::vector<std::vector<RelationId>> components_of(const Graph& reads) {
  const Reading reading{reads};
  Components<const Reading> walk(reading, reads.size());
  std::vector<std::vector<RelationId>> out;
  for (std::uint32_t r = 0; r < reads.size(); ++r) {
    walk.visit(r, [&](std::span<const std::uint32_t> component) {
      auto& relations = out.emplace_back();
      for (const std::uint32_t member : component) relations.emplace_back(member);
      std::sort(relations.begin(), relations.end());
    });
  }
  return out;
}

/// Returns a shortest path `from` → … → `to` within a stratum. Each step goes from a relation to a
/// relation that reads it.
std::vector<RelationId> path(const Program& program, const Graph& reads, RelationId from,
                             RelationId to) {
  const std::uint32_t stratum = program.stratum_of[from.index()];
  // For each relation, the next relation on the path to `from`.
  std::vector<RelationId> via(reads.size(), RelationId(~0U));
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
                 fmt::format("`{}` depends on its own absence within one tick, by {}", head,
                             cycle_text(program, reads, literal.relation, rule.head)),
                 {"a cycle through `@next` or `@async` is allowed"});
  }
  const auto positive = std::find_if(rule.positive.begin(), rule.positive.end(), inside);
  if (!rule.has_aggregate || positive == rule.positive.end() || report.errors_full()) return;
  report.error(Code::unstratifiable, rule.where,
               fmt::format("`{}` aggregates over itself within one tick, by {}", head,
                           cycle_text(program, reads, positive->relation, rule.head)),
               {"a cycle through `@next` or `@async` is allowed"});
}

}  // namespace

void stratify(Program& program, Report& report) {
  const Graph reads = reads_of(program);
  program.strata.clear();
  program.stratum_of.assign(program.relations.size(), 0);
  for (auto& component : components_of(reads)) {
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
