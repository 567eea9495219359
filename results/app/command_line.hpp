// The command line of ldfi-results. A table of commands and a table of options determine which
// arguments are valid, which errors are reported, and what --help prints.
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
  std::vector<std::string> files;  ///< all files of `report`; the first one is `file`
  /// Arguments after the file: executions, or an execution and the fact that the user asks about.
  std::vector<std::string> runs;
  std::optional<std::string> cell;
  std::string output;  ///< path of --output; empty for stdout
  bool json = false;
  bool once = false;
  bool state = false;
  bool dot = false;
  bool svg = false;
  bool all = false;
  bool csv = false;
  bool molly = false;
  bool hdf5 = false;
  std::string schedule;  ///< stage of a minimisation (a step that made a counterexample smaller),
                         ///< for `export`
  std::string stage;     ///< stage of a minimisation, for `show` and `lamport`
  std::string before;    ///< stage of a minimisation, for the first of two diagrams
  std::string after;     ///< stage for the second of two diagrams; the stage `eot` if empty
  bool shiviz = false;
  std::string names;  ///< file with names, for `import`
  bool test_case = false;
  /// Rules by which the history is judged, for `check`.
  systems::Checker checker = systems::Checker::lin_kv;
  bool has_checker = false;  ///< true if --as names a checker, for `check`
  /// Consistency that the checker `txn` requires, for `check`.
  systems::Consistency consistency = systems::Consistency::serializable;
  systems::Accept accept{};  ///< deviations from the checker's rules that the user accepts, for
                             ///< `check`
  bool cut = false;
  std::string repair;  ///< path of a repaired program; empty if there is none
  /// Further folders in which files that the repaired program includes may be.
  std::vector<std::string> include;
  std::size_t diagrams = 24;
  std::uint16_t port = 0;  ///< port, for `serve`; 0 for any free port
  /// Path of the config, for `serve`. If empty, the path that the config had during the run.
  std::string config;
  /// Ways in which an execution may weaken the sandbox of nodes, for `serve`, such as
  /// `sandbox=off`.
  std::vector<std::string> allowed;
  double time_limit_s = 120;
  std::uint64_t memory_limit_bytes = std::uint64_t{4} << 30U;
};

struct Answer;

/// A function that answers a command about a run.
using View = void (*)(const CommandLine& line, const RunRecord& run, Answer& answer);

/// The functions that answer a command, for each kind of run. Null if the command does not apply to the kind.
struct Views {
  View program = nullptr;
  View system = nullptr;  ///< for a run of a real system, or for one cell of a sweep over a real
                          ///< system
  View sweep =
      nullptr;  ///< for all cells of a sweep over a real system; null if the command is about one cell
};

/// A command, with its texts in help and errors. A command without functions in `views` does not
/// read a results file.
struct CommandRow {
  std::string_view name;
  Command command;
  std::string_view arguments;  ///< arguments after the file, as the help shows them
  std::size_t max_arguments = 0;
  std::string_view help;
  Views views{};
};

/// An option, and the commands that accept it.
struct OptionRow {
  std::string_view name;
  char flag = '\0';
  std::string_view value;  ///< name of the option's value in help; empty if the option has none
  std::vector<Command> commands;
  std::string_view help;
  void (*assign)(CommandLine&, const std::string&) = nullptr;
};

const std::vector<CommandRow>& command_table();
const CommandRow& row_of(Command command);
const std::vector<OptionRow>& option_table();

/// Reads the arguments, without the name of the program. Throws UsageError, which lists all
/// problems, each with a hint on its own line.
CommandLine parse_command_line(const std::vector<std::string>& args);

/// Returns the help, at most 100 columns wide, with a line break at its end.
std::string help_text();

}  // namespace ldfi::results
