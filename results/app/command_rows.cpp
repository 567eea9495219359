// The table of commands. Each command has a row here, and two or three functions in views.hpp.
#include <algorithm>

#include "common/base/contract.hpp"
#include "results/app/command_line.hpp"
#include "results/app/views.hpp"

namespace ldfi::results {
namespace {

CommandRow row(std::string_view name, Command command, std::string_view arguments,
               std::size_t max_arguments, std::string_view help, Views views) {
  return {name, command, arguments, max_arguments, help, views};
}

/// Returns the rows of the commands that show something about a run.
std::vector<CommandRow> view_rows() {
  return {
      row("summary", Command::summary, "", 0, "the verdict of each Fspec cell, and what was done",
          {program_summary, system_summary, sweep_summary}),
      row("falsifiers", Command::falsifiers, "", 0,
          "the fault sets that violate the invariant, the same faults at other times as one family",
          {program_falsifiers, system_falsifiers, sweep_falsifiers}),
      row("minimisation", Command::minimisation, "", 0,
          "the stages in which --minimise made a counterexample smaller, and what happens in the "
          "smallest execution",
          {program_minimisation, system_minimisation}),
      row("groups", Command::groups, "[GROUP]", 1,
          "[GROUP] groups of falsifiers that violate the same promise by the same rules, the "
          "rarest group first; executes each falsifier again. GROUP, such as g1, shows all rules "
          "and members of one group",
          {program_groups}),
      row("coverage", Command::coverage, "", 0,
          "the failures that the executions cover: which ones were exercised or only possible, and "
          "which two occurred together; executes each execution again",
          {program_coverage}),
      row("show", Command::show, "[RUN]", 1,
          "[RUN] what happened, tick by tick and node by node: crashes, messages, state",
          {program_show, system_show}),
      row("lamport", Command::lamport, "[RUN]", 1,
          "[RUN] the same as a space-time diagram (SVG): a line for each process, time downwards",
          {program_diagram, system_diagram}),
      row("lineage", Command::lineage, "[RUN [GOAL]]", 2,
          "[RUN [GOAL]] the reasons of an outcome, as a tree: which tuples hold and by which "
          "rules, which do not and why; GOAL is a tuple at a tick, such as 'log(b,data)@4', "
          "holding or not; default: the tuples of the invariant",
          {program_lineage}),
      row("diff", Command::diff, "[RUN [RUN2]]", 2,
          "[RUN [RUN2]] the story of a run in words, and its differences from a passing run. RUN2 "
          "is the passing run, or `nearest` for the executed one with the most similar faults; "
          "default: the failure-free run",
          {program_diff, system_diff}),
      row("report", Command::report, "[FILE.h5 ...]", 0,
          "[FILE.h5 ...] everything as one HTML file (-o) that needs no network: verdict, "
          "falsifiers, "
          "diagrams, stories, state, search log; of several files, a table of the runs that leads "
          "to "
          "each",
          {program_report, system_report_page, system_report_page}),
      row("export", Command::export_files, "[RUN]", 1,
          "[RUN] the file in another form: --json, --csv or --molly; one execution of a real "
          "system: --shiviz or --case; a stage of --minimise: --schedule; or groups and failure "
          "ids: --hdf5",
          {program_export, system_export, sweep_export}),
  };
}

/// Returns the rows of the commands that do not read a results file, or leave that to another
/// process.
std::vector<CommandRow> tool_rows() {
  return {
      row("serve", Command::serve, "", 0,
          "the report as a page on which you add and remove faults; ldfi-farm executes your "
          "choice. Only this machine can open the page, at a secret address; needs Python 3",
          {}),
      row("watch", Command::watch, "", 0,
          "a table of a run that another process executes, or that was stopped, until it is "
          "finished: FILE is its journal (r.journal beside r.h5), which is only read",
          {}),
      row("import", Command::import_log, "", 0,
          "a recording of another tool, FILE, a ShiViz log as DEMi writes it, as a schedule that "
          "ldfi-farm --replay-schedule follows; --names says what the program calls its messages",
          {}),
      row("check", Command::check, "--as CHECKER", 0,
          "judges a history that was recorded elsewhere, FILE or --history FILE: JSON lines as own "
          "checkers read them, or operations of Jepsen in EDN or JSON lines",
          {}),
  };
}

}  // namespace

const std::vector<CommandRow>& command_table() {
  static const std::vector<CommandRow> table = [] {
    std::vector<CommandRow> out = view_rows();
    for (const CommandRow& one : tool_rows()) out.push_back(one);
    return out;
  }();
  return table;
}

const CommandRow& row_of(Command command) {
  const auto found = std::ranges::find(command_table(), command, &CommandRow::command);
  LDFI_ENSURE(found != command_table().end(), "each command has a row");
  return *found;
}

}  // namespace ldfi::results
