// The command line of ldfi-results. Two tables, of commands and of options, define what is read,
// which errors are reported, and what --help prints.
//
//   const CommandLine line = parse_command_line({"show", "kafka.h5", "f1"});
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/errors.hpp"
#include "common/record/run.hpp"
#include "common/systems/goals.hpp"

namespace ldfi::results {

enum class Command : std::uint8_t {
  summary,
  falsifiers,
  minimisation,
  groups,
  coverage,
  show,
  lamport,
  lineage,
  diff,
  report,
  export_files,
  serve,
  watch,
  import_log,
  check
};

struct CommandLine {
  enum class Action : std::uint8_t { run, help, version };
  Action action = Action::run;
  std::string text;  ///< what to print, when the action is not `run`
  Command command = Command::summary;
  std::string file;
  std::vector<std::string> files;  ///< of report: all of them, the first is `file`
  std::vector<std::string> runs;   ///< the arguments after the file: runs, or a run and a goal
  std::optional<std::string> cell;
  std::string output;  ///< empty: stdout
  bool json = false;
  bool once = false;
  bool state = false;
  bool dot = false;
  bool svg = false;
  bool all = false;
  bool csv = false;
  bool molly = false;
  bool hdf5 = false;
  std::string schedule;  ///< the stage of a minimisation
  std::string stage;     ///< likewise, of show and lamport
  std::string before;    ///< likewise: two diagrams
  std::string after;     ///< likewise; empty: eot
  bool shiviz = false;
  std::string names;  ///< of import: a file
  bool test_case = false;
  systems::Checker checker = systems::Checker::lin_kv;  ///< of check
  bool has_checker = false;                             ///< of check: --as was given
  systems::Consistency consistency = systems::Consistency::serializable;  ///< of check, for txn
  systems::Accept accept{};                                               ///< of check
  bool cut = false;
  std::string repair;                ///< a program; empty: none
  std::vector<std::string> include;  ///< another folder where files may lie that it includes
  std::size_t diagrams = 24;
  std::uint16_t port = 0;            ///< of serve; 0: any that is free
  std::string config;                ///< of serve; empty: where it was when the run was made
  std::vector<std::string> allowed;  ///< of serve: how a run may weaken the sandbox: `sandbox=off`
  double time_limit_s = 120;
  std::uint64_t memory_limit_bytes = std::uint64_t{4} << 30U;
};

struct Answer;

/// Answers a command about a run.
using View = void (*)(const CommandLine& line, const RunRecord& run, Answer& answer);

/// The views of a command for each kind of run, or nullptr where the command does not apply.
struct Views {
  View program = nullptr;
  View system = nullptr;  ///< a run about a real system, or a cell of its sweep
  View sweep =
      nullptr;  ///< all cells of a real system's sweep; nullptr: the command is about one cell
};

/// A command, for help and errors. A command without views does not read a results file.
struct CommandRow {
  std::string_view name;
  Command command;
  std::string_view arguments;  ///< after the file, as help shows them
  std::size_t max_arguments = 0;
  std::string_view help;
  Views views{};
};

/// An option, and the commands that know it.
struct OptionRow {
  std::string_view name;
  char flag = '\0';
  std::string_view value;  ///< what help calls its value; empty: it has none
  std::vector<Command> commands;
  std::string_view help;
  void (*assign)(CommandLine&, const std::string&) = nullptr;
};

const std::vector<CommandRow>& command_table();
/// Returns the row of the command.
const CommandRow& row_of(Command command);
const std::vector<OptionRow>& option_table();

/// Reads the arguments (without the program's own name). Throws UsageError, which states every
/// problem on a line of its own, with hints.
CommandLine parse_command_line(const std::vector<std::string>& args);

/// At most 100 columns wide, ends with a line break.
std::string help_text();

}  // namespace ldfi::results
