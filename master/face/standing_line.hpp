// Writes to stderr. On a terminal, the last line can be a status line that is rewritten in place, and all
// other output is printed above it.
#pragma once

#include <string>

namespace ldfi::app {

/// Writes whole lines to stderr, after removing the status line if there is one. Ignores write errors. Any
/// thread may call any function of this file.
void say(const std::string& text);

/// Writes the status line, which stays until the next output, and cuts it to the width of the terminal.
void write_status_line(const std::string& line);

/// Ends the status line, if there is one, so that later output goes below it.
void end_status_line();

/// Returns true if stderr is a terminal whose last line can be rewritten.
bool can_rewrite_line();

}  // namespace ldfi::app
