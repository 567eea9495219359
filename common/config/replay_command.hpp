// The command that replays one fault set of an earlier run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/faults/budgets.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::config {

/// The Fspec and the constants of one cell, for a run that searched several cells or proved a claim
/// for every EOT.
struct CellOfSweep {
  int eot = 0;
  int eff = 0;
  int crashes = 0;
  Budgets budgets{};
  Budgets varied{};  ///< the budgets in which cells differ; the others are `any`
  CrashModel crash_model = CrashModel::silent;
  std::vector<std::string> params{};  ///< NAME=VALUE
  bool inclusive = false;             ///< true if EFF is inclusive, whatever command line and
                                      ///< config contain
};

/// Returns the command line that replays `faults`. It keeps the files and the Fspec of the run, but
/// no other options. The option of an axis becomes the cell's number or value. `args` is the run's
/// command line, with the name of the program first.
std::string replay_command(const std::vector<std::string>& args, const std::string& faults,
                           const std::optional<CellOfSweep>& cell = {});

}  // namespace ldfi::config
