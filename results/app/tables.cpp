// The table of options of ldfi-results.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "common/base/diagnostic.hpp"
#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/config/option_value.hpp"
#include "results/app/command_line.hpp"

namespace ldfi::results {
namespace {

void read_diagrams(CommandLine& line, const std::string& value) {
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, line.diagrams);
  if (error != std::errc() || stop != end) throw UsageError("--diagrams takes a number");
}

void read_port(CommandLine& line, const std::string& value) {
  const char* end = value.data() + value.size();
  const auto [stop, error] = std::from_chars(value.data(), end, line.port);
  if (error != std::errc() || stop != end)
    throw UsageError("--port takes a number from 0 to 65535");
}

/// Parses a limit as ldfi-farm does for its option with this name. Throws UsageError if the limit
/// is below `low`.
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
  constexpr std::uint64_t low = 64U << 20U;  // least memory that HDF5 needs, approximately
  line.memory_limit_bytes = std::get<std::uint64_t>(read_limit("memory-limit", low, value));
}

/// Returns the index of `value` in `names`. Throws UsageError if `value` is not one of them.
std::size_t read_name(std::string_view option, const std::vector<std::string>& names,
                      const std::string& value) {
  const auto found = std::ranges::find(names, value);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const std::string near = closest(value, names);
  throw UsageError(fmt::format("--{}: it must be one of {}", option, fmt::join(names, ", ")) +
                   hint_line(did_you_mean(near)));
}

void read_checker(CommandLine& line, const std::string& value) {
  using systems::Checker;
  const std::vector<std::string> all = systems::checker_names();
  std::vector<std::string> names;
  for (const Checker one :
       {Checker::lin_kv, Checker::txn, Checker::kafka, Checker::set, Checker::counter}) {
    names.push_back(all.at(static_cast<std::size_t>(one)));
  }
  read_name("as", names, value);
  line.checker = static_cast<Checker>(read_name("as", all, value));
  line.has_checker = true;
}

void read_consistency(CommandLine& line, const std::string& value) {
  line.consistency = static_cast<systems::Consistency>(
      read_name("consistency", systems::consistency_names(), value));
}

void read_accept(CommandLine& line, const std::string& value) {
  std::vector<std::string> names;
  for (const systems::AcceptWord& one : systems::accept_words()) names.emplace_back(one.name);
  std::istringstream words(value);
  for (std::string word; std::getline(words, word, ',');) {
    line.accept.*(systems::accept_words()[read_name("accept", names, word)].field) = true;
  }
}

/// Returns the options that choose the form of an answer, such as --json.
std::vector<OptionRow> form_rows() {
  using enum Command;
  return {
      {"json",
       '\0',
       "",
       {summary, falsifiers, minimisation, groups, coverage, show, lineage, diff, export_files,
        watch, check},
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
        export_files, import_log, check},
       "where to write, a file or a folder; default: stdout",
       [](CommandLine& line, const std::string& value) { line.output = value; }},
  };
}

/// Allows executions to weaken the sandbox in this way. `only` is the single valid value. Throws
/// UsageError if `value` differs from it.
void allow(CommandLine& line, const std::string& name, const std::string& value,
           const std::string& only) {
  if (value != only) {
    throw UsageError(fmt::format("--{} takes {}, not {}", name, only, shown(value)));
  }
  line.allowed.push_back(name + "=" + value);
}

/// Returns the options of the command `serve`.
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
       "as in the run: nodes are not confined (off)",
       [](CommandLine& line, const std::string& value) { allow(line, "sandbox", value, "off"); }},
      {"network",
       '\0',
       "host",
       {serve},
       "as in the run: nodes reach the network of this machine (host)",
       [](CommandLine& line, const std::string& value) { allow(line, "network", value, "host"); }},
  };
}

/// Returns the options that convert a whole file to other forms.
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
       "the execution of a stage of --minimise, such as eot (the smallest execution), as JSON "
       "lines for ldfi-farm --replay-schedule",
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
       "the file of names: what the program calls the nodes and messages of the recording "
       "(docs/reference/schedule-format.md)",
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

/// Returns the options that choose a step (stage) of a minimisation.
std::vector<OptionRow> stage_rows() {
  using enum Command;
  return {
      {"stage",
       '\0',
       "STAGE",
       {show, lamport, export_files},
       "programs: instead of RUN (for export with --shiviz), the execution of a stage of "
       "--minimise, such as eot",
       [](CommandLine& line, const std::string& value) { line.stage = value; }},
      {"before",
       '\0',
       "STAGE",
       {lamport},
       "programs: instead of RUN, this stage of --minimise, such as faults, beside the stage of "
       "--after; messages of both have numbers, messages of one are pale",
       [](CommandLine& line, const std::string& value) { line.before = value; }},
      {"after",
       '\0',
       "STAGE",
       {lamport},
       "with --before; default: eot, the smallest execution",
       [](CommandLine& line, const std::string& value) { line.after = value; }},
  };
}

/// Returns the options that say how a recorded history is judged.
std::vector<OptionRow> check_rows() {
  using enum Command;
  return {
      {"history",
       '\0',
       "FILE",
       {check},
       "the history, if it does not follow the command",
       [](CommandLine& line, const std::string& value) { line.file = value; }},
      {"as",
       '\0',
       "CHECKER",
       {check},
       "lin-kv, txn, kafka, set or counter; docs/reference/checkers.md defines them",
       read_checker},
      {"consistency",
       '\0',
       "LEVEL",
       {check},
       "of txn: read-uncommitted, read-committed, snapshot-isolation, serializable (the default) "
       "or "
       "strict-serializable",
       read_consistency},
      {"accept",
       '\0',
       "WORDS",
       {check},
       "answers that are accepted as Maelstrom accepts them: cas-code, initial-null, "
       "uncommitted-offset, with commas between them",
       read_accept},
  };
}

/// Returns the options that say how counterexamples are grouped.
std::vector<OptionRow> group_rows() {
  using enum Command;
  return {
      {"cut",
       '\0',
       "",
       {groups},
       "group falsifiers also by the types of messages that each fault lost",
       [](CommandLine& line, const std::string&) { line.cut = true; }},
      {"without-cause",
       '\0',
       "REPAIR.ded",
       {groups},
       "also execute the falsifiers on this repaired program, and say which groups no longer "
       "violate, and which split",
       [](CommandLine& line, const std::string& value) { line.repair = value; }},
      {"include",
       'I',
       "FOLDER",
       {groups},
       "another folder with files that the repaired program includes",
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
    const std::vector<OptionRow> of_check = check_rows();
    rows.insert(rows.end(), of_groups.begin(), of_groups.end());
    rows.insert(rows.end(), forms.begin(), forms.end());
    rows.insert(rows.end(), of_export.begin(), of_export.end());
    rows.insert(rows.end(), of_stages.begin(), of_stages.end());
    rows.insert(rows.end(), of_serve.begin(), of_serve.end());
    rows.insert(rows.end(), of_check.begin(), of_check.end());
    rows.push_back({"once",
                    '\0',
                    "",
                    {watch},
                    "print the table once and end",
                    [](CommandLine& line, const std::string&) { line.once = true; }});
    std::vector<Command> with_check = all_commands;
    with_check.push_back(check);
    rows.push_back({"time-limit", '\0', "TIME", with_check,
                    "give up after so long, reading and computing; default: 2m", read_time_limit});
    std::vector<Command> with_watch = with_check;
    with_watch.push_back(watch);
    rows.push_back({"memory-limit", '\0', "SIZE", with_watch,
                    "give up rather than take more memory; default: 4G", read_memory_limit});
    return rows;
  }();
  return table;
}

}  // namespace ldfi::results
