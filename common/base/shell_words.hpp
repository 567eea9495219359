// Writes commands in such a form that a user can paste them into a shell.
#pragma once

#include <string>
#include <vector>

namespace ldfi {

/// Returns the argument in quotes. A shell that reads the result gets exactly the bytes of the
/// argument.
std::string shell_quoted(const std::string& argument);
/// Returns the words as a command line. Words that a shell would change are quoted.
std::string shell_command(const std::vector<std::string>& words);

}  // namespace ldfi
