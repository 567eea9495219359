// --check --diagnostics: what is wrong with an input, for tools. Nothing is executed, and no process
// of a system is started.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/base/errors.hpp"
#include "common/config/options.hpp"

namespace ldfi::app {

/// The form that the arguments ask for, if one other than text. They may still be wrong in every
/// other way: what is wrong is to be said in that form.
std::optional<config::DiagnosticsFormat> asked_for_diagnostics(
    const std::vector<std::string>& arguments);

/// Reads and checks what the command line names, and prints the diagnostics on stdout. Returns 0, or
/// 65 if one of them is an error. Throws UsageError for the command line itself, EnvironmentError.
ExitStatus run_diagnose(const std::vector<std::string>& arguments, config::DiagnosticsFormat form);

}  // namespace ldfi::app
