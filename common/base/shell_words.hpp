// Writes commands so that a user can paste them into a shell.
#pragma once

#include <string>
#include <vector>

namespace ldfi {

/// Returns the argument in quotes from which a shell reads back the same bytes.
std::string shell_quoted(const std::string& argument);
/// Returns the words as a command, each quoted if necessary.
std::string shell_command(const std::vector<std::string>& words);

}  // namespace ldfi
