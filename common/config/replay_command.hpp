// Writes the command that replays one fault set of an earlier run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/faults/budgets.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::config {

/// The Fspec and the constants of one search. Needed if a run searched several Fspecs, or proved a
/// claim for every EOT.
struct CellOfSweep {
  int eot = 0;
  int eff = 0;
  int crashes = 0;
  Budgets budgets{};
  Budgets varied{};  ///< limits on faults in which the searches differ; all others are Budgets::any
  CrashModel crash_model = CrashModel::silent;
  std::vector<std::string> params{};  ///< constants as NAME=VALUE
  /// True if EFF is inclusive, whatever the command line and the config say.
  bool inclusive = false;
};

/// Returns the command line that replays `faults`. It has the files and the Fspec of the run, but
/// no other options. The values of a sweep are replaced by the single value of the cell. `args` is
/// the run's command line, which begins with the name of the program.
std::string replay_command(const std::vector<std::string>& args, const std::string& faults,
                           const std::optional<CellOfSweep>& cell = {});

}  // namespace ldfi::config
