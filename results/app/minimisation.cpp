// The command `minimisation`: shows the steps in which a counterexample was made smaller.
#include <string>
#include <vector>

#include "results/app/choose.hpp"
#include "results/app/commands.hpp"
#include "results/export/stage_export.hpp"
#include "results/json/values.hpp"
#include "results/report/stages.hpp"
#include "results/views/systems/system_text.hpp"

namespace ldfi::results {
namespace {

std::string stages_csv(const Minimisation& found) {
  std::string out = csv_row({"stage", "externals", "deliveries", "nodes", "eot", "eff", "delay_max",
                             "executions", "searches", "bound", "claim", "faults"});
  for (const MinimisationStage& s : found.stages) {
    out += csv_row({s.stage, std::to_string(s.externals), std::to_string(s.deliveries),
                    std::to_string(s.nodes), std::to_string(s.eot), std::to_string(s.eff),
                    std::to_string(s.delay_max), std::to_string(s.executions),
                    std::to_string(s.searches), s.bound ? std::to_string(*s.bound) : "", s.claim,
                    s.faults});
  }
  return out;
}

std::string svg_of(const RunRecord& run, const Cell& cell, const CommandLine& line) {
  if (line.before.empty()) {
    const MinimisationStage& stage = stage_named(cell, line.stage, "lamport: --stage");
    return stage_diagram(run, cell, stage, title_of(run, "stage " + stage.stage)).document();
  }
  const MinimisationStage& before = stage_named(cell, line.before, "lamport: --before");
  const std::string last = line.after.empty() ? "eot" : line.after;
  const MinimisationStage& after = stage_named(cell, last, "lamport: --after");
  return before_and_after(run, cell, before, after, program_name(run)).document();
}

}  // namespace

std::string minimisation_answer(const RunRecord& run, std::size_t cell, const CommandLine& line) {
  const auto& found = run.system ? run.system->minimisation : run.cells[cell].minimisation;
  if (!found)
    throw UsageError("minimisation: the run was not minimised; run ldfi-farm with --minimise");
  if (line.json) {
    return dump(run.system ? system_minimisation_json(*found) : minimisation_json(*found), 2) +
           "\n";
  }
  return line.csv ? stages_csv(*found) : minimisation_text(*found);
}

std::string stage_answer(const RunRecord& run, std::size_t cell, const CommandLine& line) {
  const Cell& one = run.cells[cell];
  switch (line.command) {
    case Command::show:
      return show_stage_text(run, cell, line.stage, line.state);
    case Command::export_files: {
      const MinimisationStage& stage = stage_named(one, line.stage, "export: --stage");
      return shiviz_log(run_stage(run, one, stage), stage);
    }
    default:
      return svg_of(run, one, line);
  }
}

}  // namespace ldfi::results
