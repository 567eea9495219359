#include <charconv>

#include "common/record/cell_names.hpp"
#include "common/record/family.hpp"
#include "master/face/summary.hpp"
#include "master/face/summary_parts.hpp"
#include "results/json/values.hpp"

namespace ldfi::app {
namespace {

using results::Json;

/// Returns a count as an integer if 64 bits hold it, otherwise as a floating-point number.
Json number(const BigInt& count) {
  const std::string decimal = count.str();
  const char* end = decimal.data() + decimal.size();
  std::uint64_t exact = 0;
  if (std::from_chars(decimal.data(), end, exact).ec == std::errc()) return exact;
  double rounded = 0;
  if (std::from_chars(decimal.data(), end, rounded).ec == std::errc()) return rounded;
  return 0;
}

Json counterexamples(const Cell& cell) {
  Json list = Json::array();
  const auto family = family_numbers(families_of(cell, cell.fspec));
  for (std::size_t f = 0; f < cell.falsifiers.size(); ++f) {
    list.push_back(results::falsifier_json(cell.falsifiers[f], cell.fspec));
    list.back()["family"] = family[f] + 1;
  }
  return list;
}

Json specifications(const Cell& cell) {
  Json out = results::specifications_json(cell, cell.fspec);
  for (std::size_t i = 0; i < cell.untouched_each.size(); ++i) {
    if (cell.untouched_each[i]) out[i]["untouched"] = true;
  }
  return out;
}

Json budgets_json(const Budgets& budgets) {
  Json out = Json::object();
  for (const Budgets::Entry& entry : Budgets::entries()) {
    if (budgets[entry] != Budgets::any) out[std::string(entry.option)] = budgets[entry];
  }
  return out;
}

Json cell_row(const RunRecord& run, const Cell& cell, const Budgets& varied) {
  Json out{{"eot", cell.fspec.eot},
           {"eff", cell.fspec.eff},
           {"crashes", cell.fspec.crashes},
           {"verdict", name_of(cell.verdict)},
           {"combinations", cell.combinations},
           {"executions", number(cell.executed)},
           {"wall_s", cell.wall_s},
           {"reason", cell.reason},
           {"counterexamples", counterexamples(cell)},
           {"complete", all_known(run, cell)}};
  if (!cell.specifications.empty()) out["specs"] = specifications(cell);
  if (varied != Budgets()) out["budgets"] = budgets_json(varied);
  if (!cell.params.empty()) out["params"] = cell.params;
  return out;
}

}  // namespace

std::string json_summary(const RunRecord& run, const std::string& output) {
  const Cell& cell = decisive_cell(run);
  Json program = Json::array();
  for (const auto& source : run.program) program.push_back(source.name);
  Json out = {
      {"verdict", name_of(cell.verdict)},
      {"reason", cell.reason},
      {"program", program},
      {"fspec", results::fspec_json(cell.fspec)},
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
  if (const std::string known = known_to(run); !known.empty()) out["known"] = known;
  if (const std::string weights = option_of(run, "weights"); !weights.empty()) {
    out["weights"] = results::weights_json(weights);
  }
  if (!run.known.empty()) out["known_cases"] = results::known_json(run.known);
  if (!run.theorems.empty()) out["theorems"] = results::theorems_json(run.theorems);
  if (cell.untouched) out["untouched"] = true;
  if (!cell.params.empty()) out["params"] = cell.params;
  if (!cell.specifications.empty()) out["specs"] = specifications(cell);
  if (cell.minimisation) {
    out["minimisation"] = results::minimisation_json(*cell.minimisation);
  } else if (option_of(run, "minimise") == "true") {
    out["minimisation"] = nullptr;
  }
  if (!cell.repeats.empty()) {
    const Repeats r = repeats_of(cell);
    out["repeat"] = {
        {"searches", r.searches},
        {"found", r.found},
        {"executions", {{"min", r.min}, {"median", r.median}, {"mean", r.mean}, {"max", r.max}}}};
  }
  if (run.cells.size() > 1 || !run.conclusion.empty()) {
    out["conclusion"] = run.conclusion;
    out["cells"] = Json::array();
    const CellNames names(run.cells);
    for (const Cell& each : run.cells) {
      out["cells"].push_back(cell_row(run, each, names.varied(each)));
    }
  }
  return results::dump(out) + "\n";
}

}  // namespace ldfi::app
