// The command that replays one fault set of an earlier run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/faults/budgets.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::config {

/// The Fspec and the constants of one cell, for a command line that searched several, or proved something for every
/// EOT.
struct CellOfSweep {
  int eot = 0;
  int eff = 0;
  int crashes = 0;
  Budgets budgets{};
  Budgets varied{};  ///< of these, those in which cells differ; `any` the others
  CrashModel crash_model = CrashModel::silent;
  std::vector<std::string> params{};  ///< NAME=VALUE
  bool inclusive = false;             ///< EFF is, whatever command line and config say
};

/// The command line that replays `faults`: it keeps the run's files and Fspec, and nothing else.
/// An axis that it gives becomes the cell's number or value.
/// `args` is the run's command line, with the program's own name first.
std::string replay_command(const std::vector<std::string>& args, const std::string& faults,
                           const std::optional<CellOfSweep>& cell = {});

}  // namespace ldfi::config
