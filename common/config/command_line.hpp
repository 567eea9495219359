// The command line, together with the config that it may name.
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
  std::string text;   ///< what to print on stdout if the action is another one
  SourceSet sources;  ///< the config, and the text of --replay
  std::optional<FileId> config_file;
  std::optional<FileId> replay_file;
  std::optional<systems::Plan> system;  ///< what is run, if it is a real system
  std::vector<SystemCell> cells;        ///< of a sweep of it
  std::size_t skipped = 0;              ///< combinations that are no cells: ConfigFile
  /// The place of the Fspec in the config, for diagnostics of the Fspec; no place without a config.
  SourceRange fspec_place{FileId(~0U), 0, 0, 1};
  /// That of `externals`; none if the command line names them.
  std::optional<SourceRange> externals_place;
};

/// Reads the arguments (without the program's own name) and the config that they name. Checks what
/// can be checked without the program: required options, EFF < EOT, crashes ≤ nodes, and that no
/// output would replace an input. Throws UsageError (what() states every problem on a line of its
/// own, with hints), SourcedError, or EnvironmentError if the config cannot be read.
CommandLine parse_command_line(const std::vector<std::string>& args);

/// The topics of --help: one for each group of options, and `all`.
std::vector<std::string> help_topics();

/// Returns the topic among the arguments beside --help, or an empty text for daily use. Throws UsageError
/// if the first of them is neither a topic nor a file.
std::string asked_topic(const std::vector<std::string>& words);

/// The text of --help: at most 100 columns wide, ends with a line break. Without a topic it has the
/// options of daily use.
std::string help_text(std::string_view topic = "");

/// "0.1.0".
std::string_view version();

}  // namespace ldfi::config
