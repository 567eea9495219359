// Colours the verdict and the headings of counterexamples in the text that ldfi-farm prints on a terminal.
#pragma once

#include <string>

namespace ldfi::app {

/// Returns true if standard output is a terminal that shows colours, and the environment variable
/// NO_COLOR is not set. False for a rank of an MPI job: its launcher gives it a terminal of its own, and
/// forwards its output to another place.
[[nodiscard]] bool stdout_takes_colours();

/// Returns the text with escape sequences that colour the word after "verdict" in the first line, and the
/// lines that begin with "counterexample". Changes nothing else.
[[nodiscard]] std::string with_colours(const std::string& text);

}  // namespace ldfi::app
