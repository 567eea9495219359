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

/// Returns the rows of the commands about a run.
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
          "[GROUP] falsifiers that violate the same by the same rules, the rarest group first, "
          "then "
          "what is new: executes "
          "each again; GROUP is one of them, such as g1, with all its rules and members",
          {program_groups}),
      row("coverage", Command::coverage, "", 0,
          "what the executions cover, counted in failures without their time: which ones were "
          "exercised or "
          "offered, and which two have met; executes each again",
          {program_coverage}),
      row("show", Command::show, "[RUN]", 1,
          "[RUN] what happened, tick by tick and node by node: crashes, messages, state",
          {program_show, system_show}),
      row("lamport", Command::lamport, "[RUN]", 1,
          "[RUN] the same as a space-time diagram (SVG): a line for each process, time downwards",
          {program_diagram, system_diagram}),
      row("lineage", Command::lineage, "[RUN [GOAL]]", 2,
          "[RUN [GOAL]] why it ended so, as a tree: what holds and by which rules, what does not "
          "and "
          "why; GOAL is a tuple at a tick, such as 'log(b,data)@4', holding or not; default: what "
          "the "
          "invariant is about",
          {program_lineage}),
      row("diff", Command::diff, "[RUN [RUN2]]", 2,
          "[RUN [RUN2]] what went differently than in a good run, and the story in words; RUN2 is "
          "the good run, or `nearest` for the executed one whose faults differ least; default: the "
          "failure-free run",
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
          "system: "
          "--shiviz or --case; a stage of --minimise: --schedule; or what follows from the file: "
          "--hdf5",
          {program_export, system_export, sweep_export}),
  };
}

/// Returns the rows of the commands that do not read a results file in this process.
std::vector<CommandRow> tool_rows() {
  return {
      row("serve", Command::serve, "", 0,
          "the report as a page on which one adds and drops faults: ldfi-farm runs what was "
          "chosen, a "
          "program or a real system. "
          "For this machine alone, under an address that nobody guesses; needs Python 3",
          {}),
      row("watch", Command::watch, "", 0,
          "a table of a run that goes on elsewhere, or was stopped, until it is finished: FILE is "
          "its "
          "journal (r.journal beside r.h5), which is only read",
          {}),
      row("import", Command::import_log, "", 0,
          "a recording of another tool, FILE, a ShiViz log as DEMi writes it, as a schedule that "
          "ldfi-farm --replay-schedule follows; --names says what the program calls its messages",
          {}),
      row("check", Command::check, "--as CHECKER", 0,
          "judges a history that was recorded elsewhere, FILE or --history FILE: JSON lines as a "
          "checker "
          "of one's own reads them, or operations of Jepsen in EDN or JSON lines",
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
