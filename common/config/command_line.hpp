// The command line, with the config it may name.
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
#include "common/config/options.hpp"

namespace ldfi::config {

struct CommandLine {
  enum class Action : std::uint8_t { run, help, version };
  Action action = Action::run;
  Options options;    ///< complete, when the action is `run`
  std::string text;   ///< what to print on stdout, when it is not
  SourceSet sources;  ///< the config, and the text of --replay
  std::optional<FileId> config_file;
  std::optional<FileId> replay_file;
  /// Where the config states the Fspec, for diagnostics of Fspec's own; without a config, no place.
  SourceRange fspec_place{FileId(~0U), 0, 0, 1};
};

/// Reads the arguments (without the program's own name) and the config they name, and checks what
/// can be checked without the program: required options, EFF < EOT, crashes ≤ nodes, outputs that
/// would replace an input. Throws UsageError (what() lists every problem, one a line, and hints),
/// SourcedError, or EnvironmentError if the config cannot be read.
CommandLine parse_command_line(const std::vector<std::string>& args);

/// The text of --help: at most 100 columns wide, ends with a line break.
std::string help_text();

/// "0.1.0".
std::string_view version();

}  // namespace ldfi::config
