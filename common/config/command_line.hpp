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
  Options options;    ///< complete if the action is `run`
  std::string text;   ///< text to print on stdout if the action is not `run`
  SourceSet sources;  ///< the config and the text of --replay
  std::optional<FileId> config_file;
  std::optional<FileId> replay_file;
  std::optional<systems::Plan> system;  ///< what is run, if it is a real system
  std::vector<SystemCell> cells;        ///< cells of a sweep of a real system
  std::size_t skipped = 0;              ///< number of skipped combinations, see ConfigFile
  /// The place of the Fspec in the config, for diagnostics of the Fspec; no place without a config.
  SourceRange fspec_place{FileId(~0U), 0, 0, 1};
  /// The place of `externals` in the config; nullopt if the command line has that option.
  std::optional<SourceRange> externals_place;
};

/// Reads the arguments, without the name of the program, and the config that they name. Checks
/// everything that does not need the program: required options, EFF < EOT, crashes ≤ nodes, and
/// that no output would replace an input. Throws UsageError; what() has a line for each problem,
/// with hints. Throws SourcedError for problems of the config, and EnvironmentError if it cannot be
/// read.
CommandLine parse_command_line(const std::vector<std::string>& args);

/// Returns the topics of --help: one for each group of options, and `all`.
std::vector<std::string> help_topics();

/// Returns the topic among the arguments next to --help, or an empty text for options of daily use.
/// Throws UsageError if the first of them is neither a topic nor a file.
std::string asked_topic(const std::vector<std::string>& words);

/// Returns the text of --help. It is at most 100 columns wide and ends with a newline. Without a
/// topic, it has the options of daily use.
std::string help_text(std::string_view topic = "");

/// Returns the version, such as "0.1.0".
std::string_view version();

}  // namespace ldfi::config
