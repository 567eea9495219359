// The command that replays one fault set of an earlier run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/faults/budgets.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::config {

/// Quotes an argument so that a shell reads back the same bytes.
std::string shell_quoted(const std::string& argument);

/// The Fspec of one cell, for a command line that searched several.
struct CellOfSweep {
  int eot = 0;
  int eff = 0;
  int crashes = 0;
  Budgets budgets{};  ///< those that the command line varied; `any` the others
  CrashModel crash_model = CrashModel::silent;
};

/// The command line that replays `faults`: it keeps the run's files and Fspec, and nothing else.
/// `args` is the run's command line, with the program's own name first.
std::string replay_command(const std::vector<std::string>& args, const std::string& faults,
                           const std::optional<CellOfSweep>& cell = {});

}  // namespace ldfi::config
