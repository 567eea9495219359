// The forms in which users may write the command line, and the canonical form that the other code
// reads.
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

/// A word that may be the first argument instead of an option.
struct CommandWord {
  std::string_view name;
  std::string_view option;  ///< the option that it stands for, without dashes; empty for `search`
  std::string_view
      operand;  ///< name of the option's value in help, if the last file argument is that value;
                ///< else empty
  std::size_t files = 0;   ///< number of file arguments that the command needs, including its
                           ///< operand
  std::string_view topic;  ///< the topic of --help that explains it
  std::string_view help;
};

/// Returns all commands in the order of --help.
std::span<const CommandWord> command_table();

/// Returns the message about an option that does not exist, with the nearest one.
std::string unknown_option(const std::string& argument);

/// Returns the message about a command that does not exist, with the nearest one.
std::string unknown_command(const std::string& word);

/// The row of an argument such as `--eot`, `--eot=3`, `-t` or `-t3`, or null if there is none.
/// `takes_next` is true if the next argument is the option's value.
struct NamedOption {
  const OptionRow* row = nullptr;
  bool takes_next = false;
};
NamedOption named_option(std::string_view argument);

/// Replaces a command by its option, and `--json` by `--summary json`. The first argument is the
/// program's own name. Throws UsageError if a command lacks its operand.
std::vector<std::string> canonical_arguments(const std::vector<std::string>& arguments);

}  // namespace ldfi::config
