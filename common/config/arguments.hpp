// The forms in which users may write the command line, and the canonical form to which they are
// converted. All other code reads only the canonical form.
//
//   canonical_arguments({"ldfi-farm", "replay", "kafka.yaml", "C(a,4)", "--json"})
//     == {"ldfi-farm", "kafka.yaml", "--replay", "C(a,4)", "--summary", "json"}
#pragma once

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
/// hint.
std::string unknown_command(const std::string& word);

/// The option of an argument such as `--eot`, `--eot=3`, `-t` or `-t3`. The row is null if there is
/// no such option. `takes_next` is true if the next argument is the option's value.
struct NamedOption {
  const OptionRow* row = nullptr;
  bool takes_next = false;
};
NamedOption named_option(std::string_view argument);

/// Converts the command line to its canonical form: replaces a command by its option, and `--json`
/// by `--summary json`. The first argument is the name of the program itself. Throws UsageError if
/// a command lacks a file argument.
std::vector<std::string> canonical_arguments(const std::vector<std::string>& arguments);

}  // namespace ldfi::config
