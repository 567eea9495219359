// The command that runs one fault set of an earlier run again.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace ldfi::config {

/// An argument as a shell reads it back, whatever bytes it has.
std::string shell_quoted(const std::string& argument);

/// The Fspec of one cell, when the command line was about several.
struct CellOfSweep {
  int eot = 0;
  int eff = 0;
  int crashes = 0;
};

/// The files and the Fspec of the run, nothing else of it. `args` is its command line, the
/// program's own name first.
std::string replay_command(const std::vector<std::string>& args, const std::string& faults,
                           const std::optional<CellOfSweep>& cell = {});

}  // namespace ldfi::config
