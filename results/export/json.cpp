#include <nlohmann/json.hpp>

#include "results/export/files.hpp"

namespace ldfi::results {
namespace {

using Json = nlohmann::ordered_json;

Json graph_json(const GraphTable& graph) {
  Json goals = Json::array();
  for (const GraphTable::Goal& g : graph.goals) {
    goals.push_back({{"text", g.text},
                     {"kind", g.kind},
                     {"relation", g.relation},
                     {"time", g.time},
                     {"given", g.given}});
  }
  Json firings = Json::array();
  for (const GraphTable::Firing& f : graph.firings) {
    firings.push_back(
        {{"rule", f.rule}, {"where", f.where}, {"head", f.head}, {"premises", f.premises}});
  }
  return {{"run", graph.run}, {"goals", goals}, {"firings", firings}, {"roots", graph.roots}};
}

Json fspec_json(const Cell& cell) {
  return {{"eot", cell.eot},     {"eff", cell.eff},           {"crashes", cell.crashes},
          {"nodes", cell.nodes}, {"eff_mode", cell.eff_mode}, {"crash_model", cell.crash_model}};
}

Json cell_json(std::size_t index, const Cell& cell) {
  Json out = {{"cell", index}, {"fspec", fspec_json(cell)}};
  out["verdict"] = name_of(cell.verdict);
  out["reason"] = cell.reason;
  out["combinations"] = cell.combinations;
  out["distinct_fault_sets"] = cell.distinct_fault_sets;
  out["executed"] = cell.executed;
  out["violating"] = cell.violating.empty() ? Json() : Json(cell.violating);
  out["wasted"] = cell.wasted;
  out["universe_facts"] = cell.universe_facts;
  out["universe_instances"] = cell.universe_instances;
  out["failure_free_pre"] = cell.failure_free_pre;
  out["failure_free_post"] = cell.failure_free_post;
  out["wall_s"] = cell.wall_s;
  out["solve_s"] = cell.solve_s;
  out["execute_s"] = cell.execute_s;
  out["executions"] = Json::array();
  for (const ExecutionRow& row : cell.executions) {
    out["executions"].push_back({{"id", row.id},
                                 {"parent", row.parent},
                                 {"faults", row.faults},
                                 {"outcome", name_of(row.outcome)},
                                 {"execute_ns", row.execute_ns}});
  }
  out["falsifiers"] = Json::array();
  for (const FalsifierRow& row : cell.falsifiers) {
    out["falsifiers"].push_back({{"faults", row.faults},
                                 {"size", row.size},
                                 {"minimal", row.minimal},
                                 {"violated", row.violated}});
  }
  out["repeats"] = Json::array();
  for (const RepeatRow& row : cell.repeats) {
    out["repeats"].push_back({{"seed", row.seed},
                              {"verdict", name_of(row.verdict)},
                              {"executed", row.executed},
                              {"wall_s", row.wall_s}});
  }
  out["graphs"] = Json::array();
  for (const GraphTable& graph : cell.graphs) out["graphs"].push_back(graph_json(graph));
  return out;
}

}  // namespace

std::string to_json(const RunRecord& run, const std::vector<std::size_t>& cells) {
  Json out = {{"version", run.version},
              {"started", run.started},
              {"strategy", run.strategy},
              {"seed", run.seed},
              {"ranks", run.ranks},
              {"command_line", run.command_line},
              {"config_name", run.config_name},
              {"config_text", run.config_text},
              {"conclusion", run.conclusion},
              {"decisive", run.decisive ? Json(*run.decisive) : Json()}};
  out["options"] = Json::object();
  for (const auto& [name, value] : run.options) out["options"][name] = value;
  out["program"] = Json::array();
  for (const SourceText& source : run.program) {
    out["program"].push_back({{"name", source.name}, {"text", source.text}});
  }
  out["cells"] = Json::array();
  for (const std::size_t i : cells) out["cells"].push_back(cell_json(i, run.cells[i]));
  return out.dump(1, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace ldfi::results
