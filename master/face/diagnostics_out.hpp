// Diagnostics for editors and code scanners, in a JSON format of ldfi-farm and in SARIF 2.1.0 (OASIS,
// 2020), which code hosts and IDEs import. Places are the same as in the text for people, except that
// columns count Unicode characters, not bytes, and ends are exclusive.
#pragma once

#include <string>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/config/options.hpp"

namespace ldfi::app {

/// Returns the diagnostics in source order, as one line and a line break. JSON: {"diagnostics":
/// [{`severity`, `code`, `message`, `hints`, and with a place `file`; with a line there also `line`,
/// `column`, `end_column`, from 1}], "version"}. `form` is json or sarif. Bytes that are not UTF-8 are
/// escaped, as in the text for people.
std::string diagnostics_for_tools(const std::vector<Diagnostic>& diagnostics,
                                  const SourceSet& sources, config::DiagnosticsFormat form);

}  // namespace ldfi::app
