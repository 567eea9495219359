// Reads the command line, together with the config that it may name.
//
//   const CommandLine line = parse_command_line({"flux.yaml", "--stop", "all"});
//   if (line.action != CommandLine::Action::run) { std::cout << line.text; return 0; }
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/base/errors.hpp"
#include "common/config/config_file.hpp"
#include "common/config/options.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::config {

struct CommandLine {
  enum class Action : std::uint8_t { run, help, version };
  Action action = Action::run;
  Options options;    ///< options of the run; only complete if the action is `run`
  std::string text;   ///< text to print on stdout if the action is `help` or `version`
  SourceSet sources;  ///< texts for diagnostics: the config and the value of --replay
  std::optional<FileId> config_file;
  std::optional<FileId> replay_file;
  /// The system and its faults if the run is about a real system.
  std::optional<systems::Plan> system;
  std::vector<SystemCell> cells;  ///< cells of a sweep of a real system; otherwise empty
  /// Number of combinations of a sweep's values that are not searched because EFF is after EOT.
  std::size_t skipped = 0;
  /// Place of the Fspec in the config, to which diagnostics refer. Without a config, it refers to
  /// no file.
  SourceRange fspec_place{FileId(~0U), 0, 0, 1};
  /// Place of the key `externals` in the config. Nullopt if the command line overrides it, or if
  /// there is none.
  std::optional<SourceRange> externals_place;
};

/// Reads the arguments, without the name of the program, and the config that they name. Checks
/// everything that does not require the program: required options, EFF < EOT, crashes ≤ nodes, and
/// that no output would replace an input. Throws UsageError, whose text has a line for each
/// problem, with hints. Throws SourcedError for problems of the config, and EnvironmentError if the
/// config cannot be read.
CommandLine parse_command_line(const std::vector<std::string>& args);

/// Returns the topics of --help: one for each group of options, and `all`.
std::vector<std::string> help_topics();

/// Returns the topic that the arguments beside --help name. Returns an empty text, which stands for
/// the options of daily use, if there are no such arguments. Throws UsageError if the first of them
/// is neither a topic nor a file.
std::string help_topic_of(const std::vector<std::string>& words);

/// Returns the text of --help for a topic, at most 100 columns wide, with a newline at its end. An
/// empty topic stands for the options of daily use.
std::string help_text(std::string_view topic = "");

/// Returns the version of ldfi-farm, such as "0.1.0".
std::string_view version();

}  // namespace ldfi::config
