#include "results/report/messages.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/base/errors.hpp"

namespace ldfi::results {
namespace {

using Kind = LineageNode::Kind;

constexpr std::size_t node_column = 7;  // index of the column `node` in a row of `messages`

/// Returns the question why the message, sent at the tick `sent`, holds at its receiver one tick later.
/// Returns nullopt if neither execution has the message.
std::optional<Question> question_about(const Subject& subject, const Rerun& execution,
                                       const Rerun& good, const std::string& head, int sent) {
  try {
    const auto questions =
        read_questions(subject, execution, good, fmt::format("{}@{}", head, sent + 1));
    const provenance::Goal& goal = questions.front().goal;
    const bool lost = goal.kind == provenance::GoalKind::absent;
    if (lost && !good.model->contains(goal.relation, goal.at, goal.tuple)) return std::nullopt;
    return questions.front();
  } catch (const UsageError&) {
    return std::nullopt;  // the text is not just a tuple
  }
}

/// Returns the node of the graph for this tuple at this tick, or nullopt if there is none.
std::optional<std::size_t> node_about(const Lineage& graph,
                                      const std::multimap<std::string, std::size_t>& by_tuple,
                                      const std::string& tuple, int tick) {
  const auto [begin, end] = by_tuple.equal_range(tuple);
  for (auto entry = begin; entry != end; ++entry) {
    const LineageNode& node = graph.nodes[entry->second];
    if (node.first <= tick && tick <= node.last) return entry->second;
  }
  return std::nullopt;
}

bool is_claim(const LineageNode& node) {
  return node.kind == Kind::goal || node.kind == Kind::given || node.kind == Kind::absent;
}

Json graph_json(const Lineage& graph) {
  Json nodes = Json::array();
  std::vector<std::vector<std::size_t>> below(graph.nodes.size());
  for (const LineageNode& node : graph.nodes) {
    nodes.push_back({kind_name(node.kind), fmt::format("{}", fmt::join(node.lines, ", "))});
  }
  for (const auto& [from, to] : graph.edges) below[to].push_back(from);
  return {{"nodes", std::move(nodes)}, {"below", below}};
}

}  // namespace

void add_messages(const Trace& trace, Json& detail) {
  Json rows = Json::array();
  const auto add = [&](int tick, const Message& m, bool lost) {
    rows.push_back({tick, m.from.index(), m.to.index(), m.type, m.head, lost,
                    lost || trace.matters(tick, m), nullptr});
  };
  for (const Tick& tick : trace.ticks) {
    for (const Message& m : tick.arrived) add(tick.tick, m, false);
    for (const Message& m : tick.lost) add(tick.tick, m, true);
  }
  detail["messages"] = std::move(rows);
}

void add_support(const Subject& subject, const Rerun& execution, const Rerun& good,
                 const Trace& trace, Json& detail) {
  Json& rows = detail["messages"];
  if (rows.size() > max_explained) return;
  std::vector<Question> questions;
  for (const Json& row : rows) {
    const int sent = row[0].get<int>();
    if (sent >= trace.fspec.eot) continue;
    const auto found =
        question_about(subject, execution, good, row[4].get_ref<const std::string&>(), sent);
    if (found) questions.push_back(*found);
  }
  const Lineage graph = explain(subject, execution, good, questions);
  std::multimap<std::string, std::size_t> by_tuple;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (is_claim(graph.nodes[i])) by_tuple.emplace(graph.nodes[i].tuple, i);
  }
  for (Json& row : rows) {
    const auto node =
        node_about(graph, by_tuple, row[4].get_ref<const std::string&>(), row[0].get<int>() + 1);
    if (node) row[node_column] = *node;
  }
  detail["support"] = graph_json(graph);
}

}  // namespace ldfi::results
