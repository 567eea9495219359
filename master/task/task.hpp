// What a run is about, read and checked: options, program, Fspec, and the fault set of --replay.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/config/command_line.hpp"
#include "common/dedalus/ground/universe.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/record/known_case.hpp"

namespace ldfi::app {

struct Task {
  std::vector<std::string> arguments;  ///< the whole command line, the program's own name first
  config::Options options;
  dedalus::Sources sources;
  dedalus::Program program;
  Fspec fspec;
  std::optional<FaultSet> replay;
  std::vector<FaultSet> known{};          ///< what the search leaves out: the fault sets of --known
  std::vector<StoredFalsifier> stored{};  ///< in the files that --known names
  /// NAME=VALUE: the constants of `program`. Those of a sweep's first cell are in no source.
  std::vector<std::string> params{};

  /// The programs and specifications that the user named.
  [[nodiscard]] std::vector<std::string> file_names() const;
  /// The same program with other constants, as a cell of the sweep has them. Throws InputError.
  [[nodiscard]] dedalus::Program variant(const std::vector<std::string>& constants) const;
  /// What a worker needs to ground the same universe.
  [[nodiscard]] wire::Setup setup() const;
  [[nodiscard]] wire::Budget budget() const;
  /// Grounds the program, as every worker does; `check` is asked on the way. Throws
  /// BudgetExceeded.
  [[nodiscard]] ground::Universe universe(BudgetCheck check = {}) const;
};

/// Reads and checks everything that the command line names. Throws InputError (with its texts) and
/// EnvironmentError.
Task load_task(std::vector<std::string> arguments, const config::CommandLine& line);

}  // namespace ldfi::app
