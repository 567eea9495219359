// The tables of commands and options.
#include <fmt/core.h>

#include <algorithm>
#include <charconv>

#include "common/base/text.hpp"
#include "common/config/option_value.hpp"
#include "results/app/command_line.hpp"

namespace ldfi::results {
namespace {

void read_diagrams(CommandLine& line, const std::string& value) {
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, line.diagrams);
  if (error != std::errc() || stop != end) throw UsageError("--diagrams: it must be a number");
}

void read_port(CommandLine& line, const std::string& value) {
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, line.port);
  if (error != std::errc() || stop != end) throw UsageError("--port: it must be one of 0..65535");
}

/// As ldfi-farm reads its option of that name, but not less than `low`.
config::Value read_limit(std::string_view name, std::uint64_t low, const std::string& value) {
  config::OptionRow row = config::option(name);
  row.low = std::max(row.low, low);
  const auto read = config::read_value(row, value);
  if (const auto* refusal = std::get_if<config::Refusal>(&read)) {
    std::string text = fmt::format("--{}: {}", name, refusal->message);
    for (const std::string& hint : refusal->hints) text += "\n  hint: " + hint;
    throw UsageError(text);
  }
  return std::get<config::Value>(read);
}

void read_time_limit(CommandLine& line, const std::string& value) {
  line.time_limit_s = std::get<double>(read_limit("time-limit", 0, value));
}

void read_memory_limit(CommandLine& line, const std::string& value) {
  constexpr std::uint64_t low = 64U << 20U;  // HDF5 does not survive having much less
  line.memory_limit_bytes = std::get<std::uint64_t>(read_limit("memory-limit", low, value));
}

}  // namespace

const std::vector<CommandRow>& command_table() {
  static const std::vector<CommandRow> table{
      {"summary", Command::summary, "", 0, "the verdict of each Fspec cell, and what was done"},
      {"falsifiers", Command::falsifiers, "", 0,
       "the fault sets that violate the invariant, the same faults at other times as one family"},
      {"minimisation", Command::minimisation, "", 0,
       "the stages in which --minimise made a counterexample smaller, and what happens in the "
       "smallest execution"},
      {"groups", Command::groups, "[GROUP]", 1,
       "[GROUP] falsifiers that violate the same by the same rules, the rarest group first, then "
       "what is new: executes "
       "each again; GROUP is one of them, such as g1, with all its rules and members"},
      {"coverage", Command::coverage, "", 0,
       "what the executions cover, counted in failures without their time: which ones were "
       "exercised or "
       "offered, and which two have met; executes each again"},
      {"show", Command::show, "[RUN]", 1,
       "[RUN] what happened, tick by tick and node by node: crashes, messages, state"},
      {"lamport", Command::lamport, "[RUN]", 1,
       "[RUN] the same as a space-time diagram (SVG): a line for each process, time downwards"},
      {"lineage", Command::lineage, "[RUN [GOAL]]", 2,
       "[RUN [GOAL]] why it ended so, as a tree: what holds and by which rules, what does not and "
       "why; GOAL is a tuple at a tick, such as 'log(b,data)@4', holding or not; default: what the "
       "invariant is about"},
      {"diff", Command::diff, "[RUN [RUN2]]", 2,
       "[RUN [RUN2]] what went differently than in a good run, and the story in words; RUN2 is "
       "the good run, or `nearest` for the executed one whose faults differ least; default: the "
       "failure-free run"},
      {"report", Command::report, "[FILE.h5 ...]", 0,
       "[FILE.h5 ...] everything as one HTML file (-o) that needs no network: verdict, falsifiers, "
       "diagrams, stories, state, search log; of several files, a table of the runs that leads to "
       "each"},
      {"export", Command::export_files, "[RUN]", 1,
       "[RUN] the file in another form: --json, --csv or --molly; one execution of a real system: "
       "--shiviz or --case; a stage of --minimise: --schedule; or what follows from the file: "
       "--hdf5"},
      {"serve", Command::serve, "", 0,
       "the report as a page on which one adds and drops faults: ldfi-farm runs what was chosen, a "
       "program or a real system. "
       "For this machine alone, under an address that nobody guesses; needs Python 3"},
      {"watch", Command::watch, "", 0,
       "a table of a run that goes on elsewhere, or was stopped, until it is finished: FILE is its "
       "journal (r.journal beside r.h5), which is only read"},
      {"import", Command::import_log, "", 0,
       "a recording of another tool, FILE, a ShiViz log as DEMi writes it, as a schedule that "
       "ldfi-farm --replay-schedule follows; --names says what the program calls its messages"},
  };
  return table;
}

namespace {

/// What a command's answer looks like.
std::vector<OptionRow> form_rows() {
  using enum Command;
  return {
      {"json",
       '\0',
       "",
       {summary, falsifiers, minimisation, groups, coverage, show, lineage, diff, export_files,
        watch},
       "as JSON",
       [](CommandLine& line, const std::string&) { line.json = true; }},
      {"state",
       '\0',
       "",
       {show},
       "everything that holds at each tick, not only what changes",
       [](CommandLine& line, const std::string&) { line.state = true; }},
      {"dot",
       '\0',
       "",
       {lineage},
       "as a graph in graphviz's language",
       [](CommandLine& line, const std::string&) { line.dot = true; }},
      {"svg",
       '\0',
       "",
       {lineage},
       "as a picture; needs graphviz (dot), without which the DOT text is written instead",
       [](CommandLine& line, const std::string&) { line.svg = true; }},
      {"all",
       '\0',
       "",
       {falsifiers, groups, coverage, lineage},
       "each falsifier, not only families; each group in full; each failure; all firings",
       [](CommandLine& line, const std::string&) { line.all = true; }},
      {"csv",
       '\0',
       "",
       {minimisation, groups, export_files},
       "as tables in CSV; those of export are written into the folder that -o names",
       [](CommandLine& line, const std::string&) { line.csv = true; }},
      {"diagrams",
       '\0',
       "N",
       {report},
       "how many runs the report draws; default: 24",
       read_diagrams},
      {"output",
       'o',
       "FILE",
       {summary, falsifiers, minimisation, groups, coverage, show, lamport, lineage, diff, report,
        export_files, import_log},
       "where to write, a file or a folder; default: stdout",
       [](CommandLine& line, const std::string& value) { line.output = value; }},
  };
}

/// Notes that the run may have weakened the sandbox so. Throws UsageError if it is another value.
void allow(CommandLine& line, const std::string& name, const std::string& value,
           const std::string& only) {
  if (value != only) {
    throw UsageError(fmt::format("--{} takes {}, not {}", name, only, word_or_quoted(value)));
  }
  line.allowed.push_back(name + "=" + value);
}

/// What a page is served by.
std::vector<OptionRow> serve_rows() {
  using enum Command;
  return {
      {"port",
       '\0',
       "N",
       {serve},
       "the port of this machine to listen on; default: any that is free",
       read_port},
      {"config",
       '\0',
       "FILE",
       {serve},
       "where the config of a real system is now; it must be the same as that of the run; default: "
       "where it was",
       [](CommandLine& line, const std::string& value) { line.config = value; }},
      {"sandbox",
       '\0',
       "off",
       {serve},
       "allow what the run was made with: nodes that are not shut in",
       [](CommandLine& line, const std::string& value) { allow(line, "sandbox", value, "off"); }},
      {"network",
       '\0',
       "host",
       {serve},
       "allow what the run was made with: nodes that reach the network of this machine",
       [](CommandLine& line, const std::string& value) { allow(line, "network", value, "host"); }},
  };
}

/// Other forms of the whole file.
std::vector<OptionRow> export_rows() {
  using enum Command;
  return {
      {"hdf5",
       '\0',
       "",
       {export_files},
       "groups of falsifiers and failure ids as tables in an HDF5 file of their own, which -o "
       "names; "
       "every run is made again",
       [](CommandLine& line, const std::string&) { line.hdf5 = true; }},
      {"schedule",
       '\0',
       "STAGE",
       {export_files},
       "what happens in the execution of a stage of --minimise, such as eot, the last one that "
       "tells of the smallest execution, as JSON lines that ldfi-farm --replay-schedule executes",
       [](CommandLine& line, const std::string& value) { line.schedule = value; }},
      {"shiviz",
       '\0',
       "",
       {export_files},
       "RUN, an execution of a real system, or a --stage, as a log with vector clocks, which "
       "ShiViz draws",
       [](CommandLine& line, const std::string&) { line.shiviz = true; }},
      {"names",
       '\0',
       "FILE",
       {import_log},
       "the nodes and messages of the recording, and what the program calls them: see INTERFACE",
       [](CommandLine& line, const std::string& value) { line.names = value; }},
      {"case",
       '\0',
       "",
       {export_files},
       "RUN, a counterexample of a real system, as a file to commit: ldfi-farm CONFIG --replay "
       "@FILE executes it again",
       [](CommandLine& line, const std::string&) { line.test_case = true; }},
      {"molly",
       '\0',
       "",
       {export_files},
       "as the published prototype writes its runs (runs.json and provenance), into the folder "
       "that -o names",
       [](CommandLine& line, const std::string&) { line.molly = true; }},
  };
}

/// The executions that a minimisation ended its stages with.
std::vector<OptionRow> stage_rows() {
  using enum Command;
  return {
      {"stage",
       '\0',
       "STAGE",
       {show, lamport, export_files},
       "in place of RUN (of export with --shiviz): the execution that a stage of --minimise ended "
       "with, such as eot",
       [](CommandLine& line, const std::string& value) { line.stage = value; }},
      {"before",
       '\0',
       "STAGE",
       {lamport},
       "in place of RUN: this stage of --minimise, such as faults, and beside it that of --after; "
       "what both have is numbered, what only one has is pale",
       [](CommandLine& line, const std::string& value) { line.before = value; }},
      {"after",
       '\0',
       "STAGE",
       {lamport},
       "with --before; default: eot, the smallest execution",
       [](CommandLine& line, const std::string& value) { line.after = value; }},
  };
}

/// How falsifiers are grouped.
std::vector<OptionRow> group_rows() {
  using enum Command;
  return {
      {"cut",
       '\0',
       "",
       {groups},
       "tell falsifiers apart, too, by the types of messages that each fault lost",
       [](CommandLine& line, const std::string&) { line.cut = true; }},
      {"without-cause",
       '\0',
       "REPAIR.ded",
       {groups},
       "execute the falsifiers of a repaired program, too, and say which groups die, and which "
       "split",
       [](CommandLine& line, const std::string& value) { line.repair = value; }},
      {"include",
       'I',
       "FOLDER",
       {groups},
       "another folder where files may lie that the repaired program includes",
       [](CommandLine& line, const std::string& value) { line.include = {value}; }},
  };
}

}  // namespace

const std::vector<OptionRow>& option_table() {
  using enum Command;
  const std::vector<Command> all_commands{summary,  falsifiers, minimisation, groups,
                                          coverage, show,       lamport,      lineage,
                                          diff,     report,     export_files};
  static const std::vector<OptionRow> table = [&] {
    std::vector<OptionRow> rows{
        {"cell", '\0', "CELL", all_commands,
         "the Fspec cell: its number, counted from 0, or EOT,EFF,CRASHES; needed when the file has "
         "several and the command is about one",
         [](CommandLine& line, const std::string& value) { line.cell = value; }},
    };
    const std::vector<OptionRow> forms = form_rows();
    const std::vector<OptionRow> of_groups = group_rows();
    const std::vector<OptionRow> of_export = export_rows();
    const std::vector<OptionRow> of_stages = stage_rows();
    const std::vector<OptionRow> of_serve = serve_rows();
    rows.insert(rows.end(), of_groups.begin(), of_groups.end());
    rows.insert(rows.end(), forms.begin(), forms.end());
    rows.insert(rows.end(), of_export.begin(), of_export.end());
    rows.insert(rows.end(), of_stages.begin(), of_stages.end());
    rows.insert(rows.end(), of_serve.begin(), of_serve.end());
    rows.push_back({"once",
                    '\0',
                    "",
                    {watch},
                    "how things stand now, once",
                    [](CommandLine& line, const std::string&) { line.once = true; }});
    rows.push_back({"time-limit", '\0', "TIME", all_commands,
                    "give up after so long, reading and computing; default: 2m", read_time_limit});
    std::vector<Command> with_watch = all_commands;
    with_watch.push_back(watch);
    rows.push_back({"memory-limit", '\0', "SIZE", with_watch,
                    "give up rather than take more memory; default: 4G", read_memory_limit});
    return rows;
  }();
  return table;
}

}  // namespace ldfi::results
