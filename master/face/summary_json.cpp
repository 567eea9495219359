#include <charconv>
#include <nlohmann/json.hpp>

#include "master/face/summary.hpp"
#include "master/face/summary_parts.hpp"

namespace ldfi::app {
namespace {

using nlohmann::ordered_json;

/// A count as an integer if 64 bits hold it, else as a floating-point number.
ordered_json number(const BigInt& count) {
  const std::string decimal = count.str();
  const char* end = decimal.data() + decimal.size();
  std::uint64_t exact = 0;
  if (std::from_chars(decimal.data(), end, exact).ec == std::errc()) return exact;
  double rounded = 0;
  if (std::from_chars(decimal.data(), end, rounded).ec == std::errc()) return rounded;
  return 0;
}

ordered_json counterexamples(const Cell& cell) {
  ordered_json list = ordered_json::array();
  for (const Falsifier& row : cell.falsifiers) {
    list.push_back({{"faults", to_text(row.faults, cell.fspec.nodes)},
                    {"size", row.faults.size()},
                    {"minimal", row.minimal},
                    {"violated", row.violated}});
  }
  return list;
}

ordered_json cell_row(const RunRecord& run, const Cell& cell) {
  return {{"eot", cell.fspec.eot},
          {"eff", cell.fspec.eff},
          {"crashes", cell.fspec.crashes},
          {"verdict", name_of(cell.verdict)},
          {"combinations", cell.combinations},
          {"executions", number(cell.executed)},
          {"wall_s", cell.wall_s},
          {"reason", cell.reason},
          {"counterexamples", counterexamples(cell)},
          {"complete", all_known(run, cell)}};
}

}  // namespace

std::string json_summary(const RunRecord& run, const std::string& output) {
  const Cell& cell = decisive_cell(run);
  ordered_json program = ordered_json::array();
  for (const auto& source : run.program) program.push_back(source.name);
  ordered_json out = {
      {"verdict", name_of(cell.verdict)},
      {"reason", cell.reason},
      {"program", program},
      {"fspec",
       {{"eot", cell.fspec.eot},
        {"eff", cell.fspec.eff},
        {"crashes", cell.fspec.crashes},
        {"nodes", cell.fspec.nodes},
        {"eff_mode", name_of(cell.fspec.eff_mode)},
        {"crash_model", name_of(cell.fspec.crash_model)}}},
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
