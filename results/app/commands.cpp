#include "results/app/commands.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/printable_output.hpp"
#include "common/config/replay_command.hpp"
#include "common/record/cell_names.hpp"
#include "results/app/choose.hpp"
#include "results/app/derived.hpp"
#include "results/app/output.hpp"
#include "results/app/systems.hpp"
#include "results/app/views.hpp"
#include "results/export/files.hpp"
#include "results/report/collection.hpp"
#include "results/report/relative_names.hpp"
#include "results/report/report.hpp"
#include "results/views/draw/lamport.hpp"
#include "results/views/lineage/matter.hpp"
#include "results/views/lineage/outcome.hpp"
#include "results/views/trace/traces.hpp"

namespace ldfi::results {
namespace {

std::string argument(const CommandLine& line, std::size_t index) {
  return index < line.runs.size() ? line.runs[index] : "";
}

/// Prints a note for the user on stderr, since results go to stdout.
void say(const std::string& text) {
  const std::string line = printable_output(fmt::format("ldfi-results: {}\n", text));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::vector<ExportFile> exported(const RunRecord& run, const CommandLine& line) {
  return line.csv ? to_csv(run, choose_cells(run, line.cell))
                  : to_molly(run, choose_cell(run, line.cell));
}

}  // namespace

std::string title_of(const RunRecord& run, const std::string& name) {
  if (run.program.empty()) return name;
  return fmt::format("{} of {}", name, program_name(run));
}

std::string replay_of(const RunRecord& run, const Cell& cell, const CellNames& names,
                      const std::string& faults) {
  std::optional<config::CellOfSweep> one;
  const FspecParameters& f = cell.fspec;
  const bool forever = run.strategy == "forever";
  if (run.cells.size() > 1 || !run.conclusion.empty() || forever) {
    one = {f.eot, f.eff, f.crashes, budgets_of(f), names.varied(cell), f.crash_model, cell.params};
    one->inclusive = forever && option_of(run, "eff-mode") == name_of(EffMode::exclusive);
  }
  return config::replay_command(run.command_line, faults, one);
}

std::string report_html(const RunRecord& stored, const std::vector<std::size_t>& cells,
                        const CommandLine& line) {
  const RunRecord run = with_relative_names(stored);
  ReportOptions options;
  options.file = line.file.substr(line.file.find_last_of('/') + 1);
  options.cells = cells;
  options.max_diagrams = line.diagrams;
  const auto begin = std::chrono::steady_clock::now();
  options.enough = [begin, &line] {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    return line.time_limit_s > 0 && passed.count() > 0.2 * line.time_limit_s;
  };
  options.replay = [&run, names = CellNames(run.cells)](const Cell& cell, const FaultSet& faults) {
    return replay_of(run, cell, names, to_text(faults, cell.fspec));
  };
  return report(run, options);
}

std::string collection_html(const std::vector<RunRecord>& runs, const CommandLine& line) {
  std::vector<CollectedRun> pages;
  std::map<std::string, int> named;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    CommandLine one = line;
    one.file = line.files.at(i);
    one.files = {one.file};
    one.diagrams = std::max<std::size_t>(2, line.diagrams / runs.size());
    one.time_limit_s = line.time_limit_s / static_cast<double>(runs.size());
    std::string name = one.file.substr(one.file.find_last_of('/') + 1);
    const int times = ++named[name];
    if (times > 1) name += fmt::format(" ({})", times);
    pages.push_back(collected(runs[i], name));
    pages.back().page = answer_of(one, runs[i]).text;
  }
  return collection(pages);
}

std::string lamport_svg(const RunRecord& run, std::size_t cell, const std::string& chosen) {
  const ChosenRun choice = choose_run(run.cells[cell], chosen);
  Trace trace = Traces(run, run.cells[cell]).of(choice.faults, 0);
  if (!run.program.empty() && !trace.holds()) {
    const Subject subject(run, run.cells[cell]);
    follow(explain_outcome(subject, subject.execute(choice.faults), subject.failure_free()), trace);
  }
  return lamport(trace, title_of(run, choice.name), judged_by(run.cells[cell])).document();
}

namespace {

std::vector<std::size_t> cells_of(const CommandLine& line, const RunRecord& run) {
  return choose_cells(run, line.cell);
}

std::string shown_json(const CommandLine& line, const RunRecord& run) {
  const Cell& cell = run.cells[choose_cell(run, line.cell)];
  const ChosenRun choice = choose_run(cell, argument(line, 0));
  return run_json(run, cell, choice.faults, choice.name,
                  replay_of(run, cell, CellNames(run.cells), to_text(choice.faults, cell.fspec)));
}

}  // namespace

void program_summary(const CommandLine& line, const RunRecord& run, Answer& answer) {
  const auto cells = cells_of(line, run);
  answer.text = line.json ? summary_json(run, cells) : summary_text(run, cells);
}

void program_falsifiers(const CommandLine& line, const RunRecord& run, Answer& answer) {
  const auto cells = cells_of(line, run);
  answer.text = line.json ? falsifiers_json(run, cells) : falsifiers_text(run, cells, line.all);
}

void program_minimisation(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = minimisation_answer(run, choose_cell(run, line.cell), line);
}

void program_groups(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = groups_text(run, cells_of(line, run), line);
}

void program_coverage(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = coverage_text(run, cells_of(line, run), line);
}

void program_show(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = line.json
                    ? shown_json(line, run)
                    : show_text(run, choose_cell(run, line.cell), argument(line, 0), line.state);
}

void program_diagram(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = lamport_svg(run, choose_cell(run, line.cell), argument(line, 0));
}

void program_lineage(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = lineage_text(run, choose_cell(run, line.cell), line, answer.note);
}

void program_diff(const CommandLine& line, const RunRecord& run, Answer& answer) {
  if (line.json) throw UsageError("diff --json is for runs about a real system");
  answer.text = diff_text(run, choose_cell(run, line.cell), argument(line, 0), argument(line, 1));
}

void program_report(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = report_html(run, cells_of(line, run), line);
}

void program_export(const CommandLine& line, const RunRecord& run, Answer& answer) {
  if (line.json) {
    answer.text = to_json(run, cells_of(line, run));
  } else if (!line.schedule.empty()) {
    answer.text = schedule_text(run, choose_cell(run, line.cell), line.schedule);
  } else if (line.hdf5) {
    answer.text = derived_hdf5(run, cells_of(line, run), line);
  } else {
    answer.files = exported(run, line);
    const bool provenance = line.csv || has_invariant(run.cells[choose_cell(run, line.cell)]);
    if (!provenance) answer.note = "without pre and post, the provenance files are empty";
  }
}

Answer answer_of(const CommandLine& line, const RunRecord& run) {
  const bool is_system = run.system || !run.sweep.empty();
  if (!line.stage.empty() || !line.before.empty()) {
    if (is_system) {
      throw UsageError(
          "--stage and --before are for counterexamples of programs\n  hint: `minimisation` shows "
          "the stages of a real system");
    }
    return {stage_answer(run, choose_cell(run, line.cell), line), {}, ""};
  }
  if (is_system) return answer_of_system(line, run);
  if (line.shiviz || line.test_case) {
    throw UsageError(
        "export: --shiviz and --case are for runs about a real system\n  hint: for programs there "
        "is --shiviz --stage eot, after --minimise");
  }
  Answer answer;
  const View view = row_of(line.command).views.program;
  LDFI_REQUIRE(view != nullptr, "a command that reads results has a view of programs");
  view(line, run, answer);
  return answer;
}

void write_answer(const CommandLine& line, const Answer& answer) {
  if (answer.files.empty()) {
    write_output(line.output, answer.text);
  } else {
    write_folder(line.output, answer.files);
  }
  if (!answer.note.empty()) say(answer.note);
}

}  // namespace ldfi::results
