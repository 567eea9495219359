#include <charconv>
#include <nlohmann/json.hpp>

#include "master/face/summary.hpp"
#include "master/face/summary_parts.hpp"

namespace ldfi::app {
namespace {

using nlohmann::ordered_json;
using results::Cell;

/// A decimal count as an integer if 64 bits hold it, else as a floating-point number.
ordered_json number(const std::string& decimal) {
  const char* end = decimal.data() + decimal.size();
  std::uint64_t exact = 0;
  if (std::from_chars(decimal.data(), end, exact).ec == std::errc()) return exact;
  double rounded = 0;
  if (std::from_chars(decimal.data(), end, rounded).ec == std::errc()) return rounded;
  return 0;
}

ordered_json counterexamples(const Cell& cell) {
  ordered_json list = ordered_json::array();
  for (const results::FalsifierRow& row : cell.falsifiers) {
    list.push_back({{"faults", row.faults},
                    {"size", row.size},
                    {"minimal", row.minimal},
                    {"violated", row.violated}});
  }
  return list;
}

ordered_json cell_row(const results::RunRecord& run, const Cell& cell) {
  return {{"eot", cell.eot},
          {"eff", cell.eff},
          {"crashes", cell.crashes},
          {"verdict", name_of(cell.verdict)},
          {"combinations", cell.combinations},
          {"executions", number(cell.executed)},
          {"wall_s", cell.wall_s},
          {"reason", cell.reason},
          {"counterexamples", counterexamples(cell)},
          {"complete", all_known(run, cell)}};
}

}  // namespace

std::string json_summary(const results::RunRecord& run, const std::string& output) {
  const Cell& cell = decisive_cell(run);
  ordered_json program = ordered_json::array();
  for (const auto& source : run.program) program.push_back(source.name);
  ordered_json out = {
      {"verdict", name_of(cell.verdict)},
      {"reason", cell.reason},
      {"program", program},
      {"fspec",
       {{"eot", cell.eot},
        {"eff", cell.eff},
        {"crashes", cell.crashes},
        {"nodes", cell.nodes},
        {"eff_mode", cell.eff_mode},
        {"crash_model", cell.crash_model}}},
      {"strategy", run.strategy},
      {"combinations", cell.combinations},
      {"distinct_fault_sets", cell.distinct_fault_sets},
      {"executions", number(cell.executed)},
      {"wasted", cell.wasted},
      {"counterexamples", counterexamples(cell)},
      {"complete", all_known(run, cell)},
      {"failure_free", {{"pre", cell.failure_free_pre}, {"post", cell.failure_free_post}}},
      {"wall_s", cell.wall_s},
      {"solve_s", cell.solve_s},
      {"execute_s", cell.execute_s},
      {"ranks", run.ranks},
      {"seed", run.seed},
      {"output", output},
      {"version", run.version},
  };
  if (!cell.repeats.empty()) {
    const Repeats r = repeats_of(cell);
    out["repeat"] = {
        {"searches", r.searches},
        {"found", r.found},
        {"executions", {{"min", r.min}, {"median", r.median}, {"mean", r.mean}, {"max", r.max}}}};
  }
  if (run.cells.size() > 1 || !run.conclusion.empty()) {
    out["conclusion"] = run.conclusion;
    out["cells"] = ordered_json::array();
    for (const Cell& each : run.cells) out["cells"].push_back(cell_row(run, each));
  }
  return out.dump(-1, ' ', true, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace ldfi::app
