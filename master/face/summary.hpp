// What stdout ends with: the outcome of a run for people (a dozen aligned lines) or for scripts
// (one line of JSON). Whatever users named is escaped: nothing here can move a terminal's cursor.
#pragma once

#include <string>

#include "results/sink.hpp"

namespace ldfi::app {

/// The text form; ends with a line break. `output` is where the results were written; empty:
/// nowhere. run.command_line starts with the program's own name, as argv does.
std::string text_summary(const RunRecord& run, const std::string& output);

/// The JSON form (keys: INTERFACE.md): one line of ASCII that ends with a line break. `executions`
/// is an integer where 64 bits hold it, else a floating-point number; big counts are decimal
/// strings.
std::string json_summary(const RunRecord& run, const std::string& output);

}  // namespace ldfi::app
