// What goes to stderr, and the one line on a terminal that is written anew in place: whatever else is
// said meanwhile goes above it.
#pragma once

#include <string>

namespace ldfi::app {

/// Writes whole lines to stderr. A line that stands is removed first. A stderr that takes nothing is
/// no reason to stop. Any thread may call this, as all functions here.
void say(const std::string& text);

/// Writes a line that stands until the next one, cut to the width of the terminal.
void say_in_place(const std::string& line);

/// Lets the line that stands, if there is one, stay where it is.
void leave_line();

/// True if stderr is a terminal whose last line can be written anew.
bool can_say_in_place();

}  // namespace ldfi::app
