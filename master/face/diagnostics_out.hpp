// Diagnostics for editors and code scanners: JSON of our own, and SARIF 2.1.0 (OASIS, 2020), which
// is what code hosts and IDEs import. Places are those of the text for people, but columns count
// Unicode characters there, not bytes, and ends are exclusive.
#pragma once

#include <string>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/config/options.hpp"

namespace ldfi::app {

/// The diagnostics in source order, as one line and a line break. JSON: {"diagnostics": [{`severity`,
/// `code`, `message`, `hints`, and with a place `file`; with a line there also `line`, `column`,
/// `end_column`, from 1}], "version"}. `form` is json or sarif. What is no UTF-8 is escaped, as in
/// the text for people.
std::string diagnostics_for_tools(const std::vector<Diagnostic>& diagnostics,
                                  const SourceSet& sources, config::DiagnosticsFormat form);

}  // namespace ldfi::app
