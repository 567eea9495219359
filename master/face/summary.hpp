// Makes the summary, the last output of a run on stdout: about a dozen aligned lines for people, or one line
// of JSON for scripts. Names that users chose are escaped, so that they cannot move a terminal's cursor.
#pragma once

#include <string>

#include "results/sink.hpp"

namespace ldfi::app {

/// Returns the text form, which ends with a line break. `output` is the path of the results; empty
/// if no file is written. run.command_line starts with the program's own name, as argv does.
/// `story` is a text of several lines that explains why the shown counterexample violates a
/// promise; it may be empty. `invariant` is dedalus::implied_invariant() of the program.
std::string text_summary(const RunRecord& run, const std::string& output,
                         const std::string& story = "", const std::string& invariant = "");

/// Returns the summary as JSON: one line of ASCII that ends with a line break. docs/reference/summary-json.md
/// lists the keys. `executions` is an integer if 64 bits hold the number, otherwise a floating-point number.
/// Other large counts are decimal strings.
std::string json_summary(const RunRecord& run, const std::string& output);

}  // namespace ldfi::app
