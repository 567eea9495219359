#include "common/base/decimal.hpp"
#include "common/record/family.hpp"
#include "results/export/files.hpp"
#include "results/json/values.hpp"

namespace ldfi::results {
namespace {

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

Json trace_json(const Trace& trace) {
  Json out = {{"faults", to_text(trace.faults, trace.fspec)},
              {"violated", trace.violated},
              {"pre", trace.pre},
              {"post", trace.post},
              {"ticks", ticks_json(trace)},
              {"held", nullptr}};
  if (!trace.held) return out;
  out["held"] = Json::array();
  for (const Held& h : *trace.held) {
    out["held"].push_back({{"node", h.node ? Json(trace.name(*h.node)) : Json()},
                           {"tuple", h.text},
                           {"first", h.first},
                           {"last", h.last}});
  }
  return out;
}

Json cell_json(std::size_t index, const Cell& cell) {
  Json out = {{"cell", index}, {"fspec", fspec_json(cell.fspec)}};
  if (!cell.params.empty()) out["params"] = cell.params;
  out["verdict"] = name_of(cell.verdict);
  out["reason"] = cell.reason;
  out["combinations"] = cell.combinations;
  out["distinct_fault_sets"] = cell.distinct_fault_sets;
  out["executed"] = cell.executed.str();
  out["violating"] = cell.violating ? Json(decimal(*cell.violating)) : Json();
  if (cell.counts) {
    out["counts"] = counts_json(cell);
    out["counts"]["states"] = cell.counts->states;
  }
  if (cell.minimisation) out["minimisation"] = minimisation_json(*cell.minimisation);
  out["wasted"] = cell.wasted;
  out["universe_facts"] = cell.universe_facts;
  out["universe_instances"] = cell.universe_instances;
  out["failure_free_pre"] = cell.failure_free_pre;
  out["failure_free_post"] = cell.failure_free_post;
  out["wall_s"] = cell.wall_s;
  out["solve_s"] = cell.solve_s;
  out["execute_s"] = cell.execute_s;
  out["executions"] = Json::array();
  for (const Execution& row : cell.executions) {
    out["executions"].push_back({{"id", row.id},
                                 {"parent", row.parent_or_none()},
                                 {"faults", to_text(row.faults, cell.fspec)},
                                 {"outcome", name_of(row.outcome)},
                                 {"execute_ns", row.execute_ns}});
  }
  out["falsifiers"] = Json::array();
  const auto family = family_numbers(families_of(cell, cell.fspec));
  for (std::size_t f = 0; f < cell.falsifiers.size(); ++f) {
    out["falsifiers"].push_back(falsifier_json(cell.falsifiers[f], cell.fspec));
    out["falsifiers"].back()["family"] = family[f] + 1;
  }
  if (!cell.specifications.empty()) out["specs"] = specifications_json(cell, cell.fspec);
  out["repeats"] = Json::array();
  for (const Repeat& row : cell.repeats) {
    out["repeats"].push_back({{"seed", row.seed},
                              {"verdict", name_of(row.verdict)},
                              {"executed", row.executed.str()},
                              {"wall_s", row.wall_s}});
  }
  out["graphs"] = Json::array();
  for (const GraphTable& graph : cell.graphs) out["graphs"].push_back(graph_json(graph));
  out["traces"] = Json::array();
  for (const Trace& trace : cell.traces) out["traces"].push_back(trace_json(trace));
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
  if (!run.known.empty()) out["known_cases"] = known_json(run.known);
  if (!run.theorems.empty()) out["theorems"] = theorems_json(run.theorems);
  out["program"] = Json::array();
  for (const SourceText& source : run.program) {
    out["program"].push_back({{"name", source.name}, {"text", source.text}});
  }
  out["cells"] = Json::array();
  for (const std::size_t i : cells) out["cells"].push_back(cell_json(i, run.cells[i]));
  return dump(out, 1) + "\n";
}

}  // namespace ldfi::results
