#include "results/app/systems.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"
#include "common/base/files/input.hpp"
#include "common/base/text.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "results/app/commands.hpp"
#include "results/app/views.hpp"
#include "results/export/system_export.hpp"
#include "results/report/relative_names.hpp"
#include "results/report/system_detail.hpp"
#include "results/report/system_report.hpp"
#include "results/views/systems/case.hpp"
#include "results/views/systems/diagram.hpp"
#include "results/views/systems/system_text.hpp"

namespace ldfi::results {
namespace {

constexpr std::uint64_t max_recording = std::uint64_t{1} << 30U;  // most bytes of a recording

[[noreturn]] void refuse(const std::string& what, const std::string& hint) {
  throw InputError({Severity::error, "system", {FileId(~0U), 0, 0, 1}, what, {hint}});
}

std::string argument_of(const CommandLine& line, std::size_t index) {
  return index < line.runs.size() ? line.runs[index] : "";
}

/// Returns the fingerprint in the text about a system, which is its last word. All recordings of
/// the system have the same.
std::string_view fingerprint_in(std::string_view system) {
  return system.substr(std::min(system.find_last_of(' ') + 1, system.size()));
}

/// Returns the run with the recordings that the command line names as additional executions at its
/// end.
RunRecord with_recordings(const CommandLine& line, RunRecord run) {
  SystemResult& system = *run.system;
  for (const std::string& name : line.runs) {
    if (!is_recording(name)) continue;
    RunRecord other = run_of_recording(name);
    if (fingerprint_in(other.system->system) != fingerprint_in(system.system)) {
      refuse(fmt::format("{} is about {}, but {} is about {}", printable(name),
                         printable(other.system->system), printable(line.file),
                         printable(system.system)),
             "recordings of the same config and the same files have the same fingerprint");
    }
    system.executions.push_back(std::move(other.system->executions.front()));
  }
  return run;
}

/// Returns the execution that an argument names. `system` must be from with_recordings().
ChosenExecution choose(const CommandLine& line, const SystemResult& system, std::size_t index) {
  const std::string text = argument_of(line, index);
  if (!is_recording(text)) return choose_execution(system, text);
  const auto behind = std::count_if(line.runs.begin() + static_cast<std::ptrdiff_t>(index),
                                    line.runs.end(), is_recording);
  return {system.executions.size() - static_cast<std::size_t>(behind),
          text.substr(text.find_last_of('/') + 1)};
}

/// Throws UsageError, because the file has no recording of a passing execution. A hint says what
/// the user can do.
[[noreturn]] void refuse_without_good_run(const SystemResult& system, std::size_t compared) {
  const auto passed = [](const SystemExecution& one) {
    return one.result == systems::Result::pass;
  };
  if (std::ranges::any_of(system.executions, passed)) {
    throw UsageError(
        "the file has no recording of an execution that passed\n  hint: `ldfi-farm --keep all` "
        "stores all recordings");
  }
  std::vector<std::string> others;
  for (std::size_t i = 0; i < system.executions.size(); ++i) {
    if (i != compared && !system.executions[i].recording.empty())
      others.push_back(std::to_string(i));
  }
  throw UsageError(fmt::format(
      "no execution passed, so there is no good run to compare with\n  hint: {}",
      others.empty() ? "`show` prints this execution"
                     : "name another execution as RUN2: " + first_items_text(others, ", ")));
}

/// Returns the execution for the comparison: the one that the argument RUN2 names. Without this
/// argument, returns the passing execution with the most similar faults.
ChosenExecution good_run_of(const CommandLine& line, const SystemResult& system,
                            const ChosenExecution& one) {
  const std::string second = argument_of(line, 1);
  if (!second.empty() && second != "nearest") return choose(line, system, 1);
  const auto good = nearest_good(system, one.number);
  if (!good) refuse_without_good_run(system, one.number);
  return {*good, fmt::format("execution {}", *good)};
}

void view_system(const CommandLine& line, const RunRecord& run, Answer& answer) {
  const View view = row_of(line.command).views.system;
  if (view == nullptr) {
    refuse("this command needs a program, but the file is about a real system",
           "use falsifiers, show, lamport, diff or report for its executions");
  }
  const bool recordings = std::ranges::any_of(line.runs, is_recording);
  if (recordings && line.command != Command::export_files) {
    return view(line, with_recordings(line, run), answer);
  }
  view(line, run, answer);
}

/// Answers a command about the cell that --cell names, or about the only cell.
void view_cell(const CommandLine& line, const RunRecord& run, Answer& answer) {
  view_system(line, run_of_cell(run, choose_system_cell(run, line.cell)), answer);
}

}  // namespace

void system_summary(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = line.json ? dump(system_json(run), 2) + "\n" : system_summary_text(run);
}

void system_falsifiers(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = line.json ? dump(counterexamples_json(*run.system), 2) + "\n"
                          : counterexamples_text(run, line.all);
}

void system_minimisation(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = minimisation_answer(run, 0, line);
}

void system_show(const CommandLine& line, const RunRecord& run, Answer& answer) {
  const ChosenExecution chosen = choose(line, *run.system, 0);
  answer.text = line.json ? dump(system_detail_json(*run.system, chosen), 2) + "\n"
                          : show_execution(*run.system, chosen);
}

void system_diagram(const CommandLine& line, const RunRecord& run, Answer& answer) {
  const ChosenExecution chosen = choose(line, *run.system, 0);
  const auto good = good_run_for(*run.system, chosen.number);
  answer.text = diagram(history_of(*run.system, chosen.number), good ? &*good : nullptr,
                        fmt::format("{} of {}", chosen.name, run.system->system))
                    .document();
}

void system_diff(const CommandLine& line, const RunRecord& run, Answer& answer) {
  const SystemResult& system = *run.system;
  const ChosenExecution one = choose(line, system, 0);
  const ChosenExecution other = good_run_of(line, system, one);
  answer.text = line.json ? dump(diff_json(system, one, other), 2) + "\n"
                          : diff_executions(system, one, other);
}

void system_report_page(const CommandLine& line, const RunRecord& run, Answer& answer) {
  SystemReportOptions options;
  options.file = line.file.substr(line.file.find_last_of('/') + 1);
  options.most_drawn = line.diagrams;
  answer.text = system_report(with_relative_names(run), options);
}

void system_export(const CommandLine& line, const RunRecord& run, Answer& answer) {
  if (line.hdf5 || line.molly || !line.schedule.empty()) {
    refuse("this form of export needs a run of a program",
           "for real systems there are --json, --csv, --shiviz and --case");
  }
  if (line.json) {
    answer.text = dump(system_json(run), 2) + "\n";
  } else if (line.csv) {
    answer.files = system_csv(run);
  } else {
    const std::size_t chosen = choose_execution(*run.system, argument_of(line, 0)).number;
    answer.text = line.test_case ? case_text(case_of(run, chosen))
                                 : shiviz_log(history_of(*run.system, chosen));
  }
}

void sweep_summary(const CommandLine& line, const RunRecord& run, Answer& answer) {
  answer.text = line.json ? dump(system_sweep_json(run), 2) + "\n" : system_sweep_text(run);
}

void sweep_falsifiers(const CommandLine& line, const RunRecord& run, Answer& answer) {
  if (line.json) return view_cell(line, run, answer);
  for (std::size_t i = 0; i < run.sweep.size(); ++i) {
    answer.text += fmt::format("{}cell {} <{}>\n{}", i == 0 ? "" : "\n", i,
                               printable(run.sweep[i].point->name),
                               counterexamples_text(run_of_cell(run, i), line.all));
  }
}

void sweep_export(const CommandLine& line, const RunRecord& run, Answer& answer) {
  if (!line.json) return view_cell(line, run, answer);
  answer.text = dump(system_sweep_json(run), 2) + "\n";
}

Answer answer_of_system(const CommandLine& line, const RunRecord& run) {
  Answer answer;
  if (!run.sweep.empty()) {
    const View view = row_of(line.command).views.sweep;
    const bool all = !line.cell && run.sweep.size() > 1;
    (all && view != nullptr ? view : view_cell)(line, run, answer);
    return answer;
  }
  if (line.cell)
    throw UsageError(
        "--cell: only a sweep of a real system has cells, and this run is not a sweep");
  view_system(line, run, answer);
  return answer;
}

bool is_recording(const std::string& path) {
  return path.ends_with(".jsonl");
}

RunRecord run_of_recording(const std::string& path) {
  const std::string text = files::read_input(path, {"a recording", "recording", max_recording});
  const History history = read_foreign_history(path, text);
  const systems::Recording& recording = history.recording;
  SystemResult system;
  system.system = recording.system;
  system.nodes = recording.fspec.nodes;
  system.verdict = history.failed()
                       ? recording.faults.empty() ? Verdict::broken : Verdict::counterexample
                       : Verdict::inconclusive;
  system.reason = history.failed() ? "" : "one execution";
  SystemExecution one;
  one.faults = recording.faults;
  one.struck = recording.faults;
  one.result = recording.result;
  one.violated = recording.violated;
  one.why = recording.why;
  one.end = recording.events.empty() ? 0 : recording.events.back().time;
  one.recording = std::move(text);
  if (history.failed()) system.falsifiers.push_back({0, one.faults, false});
  system.executions.push_back(std::move(one));
  RunRecord run;
  run.system = std::move(system);
  return run;
}

}  // namespace ldfi::results
