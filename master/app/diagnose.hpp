// --check --diagnostics: prints the errors and warnings of an input for tools. Nothing is executed, and
// no process of a system is started.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/options.hpp"

namespace ldfi::app {

/// Returns the format that the arguments request, or nullopt for text. The arguments may have any other
/// errors: these must be reported in that format, too.
std::optional<config::DiagnosticsFormat> asked_for_diagnostics(
    const std::vector<std::string>& arguments);

/// Reads and checks the inputs on the command line, and prints the diagnostics on stdout. Returns 0, or
/// 65 if one of them is an error. Throws UsageError for errors of the command line itself, and
/// EnvironmentError.
ExitStatus run_diagnose(const std::vector<std::string>& arguments, config::DiagnosticsFormat form);

}  // namespace ldfi::app
