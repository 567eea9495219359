#include "common/search/dependencies.hpp"

namespace ldfi::search {
namespace {

struct Edge {
  std::size_t to = 0;
  bool negative = false;
};

using Graph = std::vector<std::vector<Edge>>;

Graph graph_of(const dedalus::Program& program, bool deductive_only) {
  Graph out(program.relations.size());
  for (const dedalus::Rule& rule : program.rules) {
    if (deductive_only && rule.kind != dedalus::RuleKind::deductive) continue;
    const auto link = [&](const std::vector<dedalus::Literal>& body, bool negative) {
      for (const dedalus::Literal& l : body) {
        out[l.relation.index()].push_back({rule.head.index(), negative});
        if (rule.has_aggregate) out[l.relation.index()].push_back({rule.head.index(), !negative});
      }
    };
    link(rule.positive, false);
    link(rule.negative, true);
  }
  return out;
}

/// Returns for each vertex whether a path with an odd number of negative edges leads to it from
/// `start`.
std::vector<bool> odd_from(const Graph& graph, std::size_t start) {
  std::vector<bool> reached[2] = {std::vector<bool>(graph.size()), std::vector<bool>(graph.size())};
  std::vector<std::pair<std::size_t, bool>> todo{{start, false}};
  reached[0][start] = true;
  while (!todo.empty()) {
    const auto [at, parity] = todo.back();
    todo.pop_back();
    for (const Edge& e : graph[at]) {
      const bool next = parity != e.negative;
      if (reached[next ? 1 : 0][e.to]) continue;
      reached[next ? 1 : 0][e.to] = true;
      todo.emplace_back(e.to, next);
    }
  }
  return reached[1];
}

}  // namespace

Dependencies::Dependencies(const dedalus::Program& program) {
  for (const bool deductive_only : {false, true}) {
    const Graph graph = graph_of(program, deductive_only);
    Matrix& out = deductive_only ? tick_ : anything_;
    for (std::size_t r = 0; r < graph.size(); ++r) out.push_back(odd_from(graph, r));
  }
}

}  // namespace ldfi::search
