// The forms in which users may write the command line, and the canonical form to which they are
// converted. All other code reads only the canonical form.
//
//   canonical_arguments({"ldfi-farm", "replay", "kafka.yaml", "C(a,4)", "--json"})
//     == {"ldfi-farm", "kafka.yaml", "--replay", "C(a,4)", "--summary", "json"}
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/option_table.hpp"

namespace ldfi::config {

/// A command: a word such as `replay` that may be the first argument instead of an option.
struct CommandWord {
  std::string_view name;
  /// The option that the command stands for, without dashes; empty for `search`.
  std::string_view option;
  /// Name of the last file argument in help, if it is the option's value; otherwise empty.
  std::string_view operand;
  /// Number of file arguments that the command needs, including the option's value.
  std::size_t files = 0;
  std::string_view topic;  ///< topic of --help that explains the command
  std::string_view help;
};

/// Returns all commands in the order of --help.
std::span<const CommandWord> command_table();

/// Returns the error message for an option that does not exist, with the most similar option as a
/// hint.
std::string unknown_option(const std::string& argument);

/// Returns the error message for a command that does not exist, with the most similar command as a
/// hint. Returns another message if `word` is a command, because then its place is wrong.
std::string unknown_command(const std::string& word);

enum class Part : std::uint8_t {
  option,  ///< such as `--eot`, `--eot=3`, `-t` or `-t3`
  value,   ///< value of the option before it
  file,
  end  ///< the first `--`: all later arguments are files
};

/// An argument, and its part in the command line.
struct Argument {
  std::string text;
  Part part = Part::file;
  /// The row of the option, or of the option that has this value. Null for files, for options that do
  /// not exist, and for --help, --version and --json.
  const OptionRow* row = nullptr;

  /// Returns true for the option --help or -h.
  [[nodiscard]] bool is_help() const {
    return part == Part::option && (text == "--help" || text == "-h");
  }
};

/// Returns the part of each argument. Splits combined short options: `-qt 6` becomes `-q`, `-t` and
/// `6`. The arguments do not include the program's own name.
std::vector<Argument> classified(std::span<const std::string> arguments);

/// Replaces a command by its option, and `--json` by `--summary json`, and splits combined short
/// options. The first argument is the program's own name. Throws UsageError if a command lacks its
/// operand.
std::vector<std::string> canonical_arguments(const std::vector<std::string>& arguments);

}  // namespace ldfi::config
