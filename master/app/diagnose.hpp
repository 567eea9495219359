// `--check --diagnostics FORMAT`: prints the errors and warnings in the inputs of a run, in a format for
// tools. Does not execute the program or start processes of a real system.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/options.hpp"

namespace ldfi::app {

/// Returns the format of diagnostics that the arguments request, or nullopt if they request text for people.
/// Also reads arguments that have errors, because those errors must be reported in the requested format.
std::optional<config::DiagnosticsFormat> requested_diagnostics(
    const std::vector<std::string>& arguments);

/// Reads and checks the inputs on the command line, and prints the diagnostics on stdout. Returns status 0,
/// or 65 if a diagnostic is an error. Throws UsageError for errors of the command line itself, and
/// EnvironmentError.
ExitStatus run_diagnose(const std::vector<std::string>& arguments, config::DiagnosticsFormat form);

}  // namespace ldfi::app
