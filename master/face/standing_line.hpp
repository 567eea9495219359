// Writes to stderr. On a terminal, one line may stay at the bottom and be rewritten in place; all other
// output goes above it.
#pragma once

#include <string>

namespace ldfi::app {

/// Writes whole lines to stderr. A line that stays at the bottom is removed first. Write errors are
/// ignored. Any thread may call any function here.
void say(const std::string& text);

/// Writes a line that stays at the bottom until the next output, cut to the width of the terminal.
void say_in_place(const std::string& line);

/// Ends the line that stays at the bottom, if there is one, so that later output goes below it.
void leave_line();

/// True if stderr is a terminal whose last line can be rewritten.
bool can_say_in_place();

}  // namespace ldfi::app
