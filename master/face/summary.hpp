// The last output on stdout: the outcome of a run for people (a dozen aligned lines) or for scripts
// (one line of JSON). Names that users chose are escaped, so that none can move a terminal's
// cursor.
#pragma once

#include <string>

#include "results/sink.hpp"

namespace ldfi::app {

/// The text form; it ends with a line break. `output` is the path of the results, empty if there
/// are none. run.command_line starts with the program's own name, as argv does. `story` says why the
/// falsifier that is shown violates, in lines of its own; it may be empty.
std::string text_summary(const RunRecord& run, const std::string& output,
                         const std::string& story = "");

/// The JSON form (keys: docs/reference/summary-json.md): one line of ASCII that ends with a line break. `executions`
/// is an integer if 64 bits hold it, else a floating-point number. Other large counts are decimal
/// strings.
std::string json_summary(const RunRecord& run, const std::string& output);

}  // namespace ldfi::app
