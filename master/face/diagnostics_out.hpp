// Writes diagnostics for editors and code scanners, in a JSON format of ldfi-farm or in SARIF 2.1.0
// (OASIS, 2020), which code hosts and IDEs import. Files, lines and columns are the same as in the
// text for people, with two differences: columns count Unicode characters instead of bytes, and the
// end of a range is exclusive.
#pragma once

#include <string>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/config/options.hpp"

namespace ldfi::app {

/// Returns the diagnostics in source order, as one line that ends with a line break. `form` is json
/// or sarif. The JSON format is {"diagnostics": [{`severity`, `code`, `message`, `hints`}, …],
/// "version"}. A diagnostic about an input file also has `file`, and a diagnostic about a line has
/// `line`, `column` and `end_column`, which count from 1. Bytes that are not UTF-8 are escaped, as
/// in the text for people.
std::string diagnostics_for_tools(const std::vector<Diagnostic>& diagnostics,
                                  const SourceSet& sources, config::DiagnosticsFormat form);

}  // namespace ldfi::app
