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
  std::string text;  ///< text to print if the action is not `run`
  Command command = Command::summary;
  std::string file;
  std::vector<std::string> files;  ///< all files of report; the first is `file`
  std::vector<std::string> runs;   ///< arguments after the file: runs, or a run and a goal
  std::optional<std::string> cell;
  std::string output;  ///< empty for stdout
  bool json = false;
  bool once = false;
  bool state = false;
  bool dot = false;
  bool svg = false;
  bool all = false;
  bool csv = false;
  bool molly = false;
  bool hdf5 = false;
  std::string schedule;  ///< a stage of a minimisation, for export
  std::string stage;     ///< a stage of a minimisation, for show and lamport
  std::string before;    ///< stage of the first of two diagrams
  std::string after;     ///< stage of the second diagram; empty for eot
  bool shiviz = false;
  std::string names;  ///< file of names, for import
  bool test_case = false;
  systems::Checker checker = systems::Checker::lin_kv;  ///< for check
  bool has_checker = false;                             ///< for check: true if --as was given
  /// For check, with the checker txn.
  systems::Consistency consistency = systems::Consistency::serializable;
  systems::Accept accept{};  ///< for check
  bool cut = false;
  std::string repair;  ///< a repaired program; empty for none
  /// Further folders of files that the repaired program includes.
  std::vector<std::string> include;
  std::size_t diagrams = 24;
  std::uint16_t port = 0;  ///< for serve; 0 for any free port
  /// For serve; empty for the place of the config when the run was made.
  std::string config;
  /// For serve: how a run may weaken the sandbox, for example `sandbox=off`.
  std::vector<std::string> allowed;
  double time_limit_s = 120;
  std::uint64_t memory_limit_bytes = std::uint64_t{4} << 30U;
};

struct Answer;

/// Answers a command about a run.
using View = void (*)(const CommandLine& line, const RunRecord& run, Answer& answer);

/// The views of a command for each kind of run. Null if the command does not apply.
struct Views {
  View program = nullptr;
  View system = nullptr;  ///< for a run about a real system, or a cell of its sweep
  View sweep =
      nullptr;  ///< for all cells of a real system's sweep; null if the command is about one cell
};

/// A command, for help and errors. A command without views does not read a results file.
struct CommandRow {
  std::string_view name;
  Command command;
  std::string_view arguments;  ///< arguments after the file, as help shows them
  std::size_t max_arguments = 0;
  std::string_view help;
  Views views{};
};

/// An option, and the commands that accept it.
struct OptionRow {
  std::string_view name;
  char flag = '\0';
  std::string_view value;  ///< name of its value in help; empty if it has no value
  std::vector<Command> commands;
  std::string_view help;
  void (*assign)(CommandLine&, const std::string&) = nullptr;
};

const std::vector<CommandRow>& command_table();
const CommandRow& row_of(Command command);
const std::vector<OptionRow>& option_table();

/// Reads the arguments, without the name of the program. Throws UsageError, which lists every
/// problem on a line of its own, with hints.
CommandLine parse_command_line(const std::vector<std::string>& args);

/// Returns the help, at most 100 columns wide, with a line break at its end.
std::string help_text();

}  // namespace ldfi::results
