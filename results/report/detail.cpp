#include "results/report/detail.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

#include "results/report/messages.hpp"
#include "results/views/compare/compare.hpp"
#include "results/views/lineage/dot.hpp"
#include "results/views/lineage/picture.hpp"

namespace ldfi::results {
namespace {

constexpr std::size_t max_heads = 12;

Json changes(const dedalus::Program& program, const std::vector<RuleChange>& list) {
  Json out = Json::array();
  for (const RuleChange& change : list) {
    const dedalus::Rule& rule = program.rule(change.rule);
    const std::size_t shown = std::min(max_heads, change.heads.size());
    out.push_back(
        {{"rule", rule.text},
         {"where", fmt::format("{}:{}", program.sources.name(rule.where.file), rule.where.line)},
         {"heads",
          std::vector<std::string>(change.heads.begin(),
                                   change.heads.begin() + static_cast<std::ptrdiff_t>(shown))},
         {"more", change.heads.size() - shown}});
  }
  return out;
}

void add_lineage(const Lineage& why, const std::string& name, const GraphvizOptions& graphviz,
                 Json& out) {
  out["tree"] = to_tree(why);
  const auto drawn = draw_lineage(why, "why: " + name, graphviz);
  if (const auto* svg = std::get_if<Svg>(&drawn)) {
    out["lineage"] = svg->fragment();
    return;
  }
  out["lineage"] = nullptr;
  out["lineage_note"] =
      fmt::format("There is no picture: {}.", std::get<NoPlacement>(drawn).reason);
}

}  // namespace

void add_state(const Trace& trace, const char* without_state, Json& out) {
  if (!trace.held) {
    out["state"] = nullptr;
    out["state_note"] = without_state;
    return;
  }
  using Places = std::vector<std::set<std::size_t>>;
  const std::size_t nodes = trace.fspec.nodes.size();
  std::map<std::string, std::size_t> index;
  Json texts = Json::array();
  Json ticks = Json::array();
  Places before(nodes + 1);
  for (const Tick& tick : trace.ticks) {
    Places now(nodes + 1);
    for (const Held* held : trace.held_at(tick.tick)) {
      const auto [entry, added] = index.try_emplace(held->text, index.size());
      if (added) texts.push_back(held->text);
      now[held->node ? held->node->index() : nodes].insert(entry->second);
    }
    Json places = Json::array();
    for (std::size_t p = 0; p <= nodes; ++p) {
      std::vector<std::size_t> fresh;
      std::vector<std::size_t> gone;
      std::ranges::set_difference(now[p], before[p], std::back_inserter(fresh));
      std::ranges::set_difference(before[p], now[p], std::back_inserter(gone));
      places.push_back({fresh, gone});
    }
    ticks.push_back(std::move(places));
    before = std::move(now);
  }
  out["texts"] = std::move(texts);
  out["state"] = std::move(ticks);
}

Json detail(const Trace& trace, const std::string& name, const std::string& replay,
            const char* without_state, JudgedBy by) {
  Json out;
  out["name"] = name;
  out["faults"] = to_text(trace.faults, trace.fspec);
  out["replay"] = replay;
  out["violated"] = trace.violated;
  out["story"] = Json::array();
  out["lamport"] = lamport(trace, name, by).fragment();
  out["tree"] = "";
  out["lineage"] = nullptr;
  out["divergence"] = nullptr;
  add_messages(trace, out);
  add_state(trace, without_state, out);
  return out;
}

void add_comparison(const Subject& subject, const Comparison& found, const std::string& name,
                    const GraphvizOptions& graphviz, Json& detail) {
  for (const StoryStep& step : found.story) {
    detail["story"].push_back({{"tick", step.tick}, {"text", step.text}, {"fault", step.fault}});
  }
  add_lineage(found.why, name, graphviz, detail);
  if (!found.divergence) return;
  detail["divergence"] = {{"tick", found.divergence->tick},
                          {"missing", found.divergence->missing},
                          {"added", found.divergence->added}};
  detail["stopped"] = changes(subject.program(), found.stopped);
  detail["started"] = changes(subject.program(), found.started);
}

}  // namespace ldfi::results
