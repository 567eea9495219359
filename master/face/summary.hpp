// The last output on stdout: the result of a run for people (a dozen aligned lines) or for scripts (one
// line of JSON). Names that users chose are escaped, so that they cannot move a terminal's cursor.
#pragma once

#include <string>

#include "results/sink.hpp"

namespace ldfi::app {

/// Returns the text form, which ends with a line break. `output` is the path of the results; empty if
/// no file is written. run.command_line starts with the program's own name, as argv does. `story` explains in
/// lines of its own why the shown falsifier violates; it may be empty.
std::string text_summary(const RunRecord& run, const std::string& output,
                         const std::string& story = "");

/// Returns the JSON form (keys: docs/reference/summary-json.md): one line of ASCII that ends with a line
/// break. `executions` is an integer if 64 bits hold it, otherwise a floating-point number. Other large
/// counts are decimal strings.
std::string json_summary(const RunRecord& run, const std::string& output);

}  // namespace ldfi::app
