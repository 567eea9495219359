// The checked input of a run for a program: options, program, Fspec, and the fault set of --replay.
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
  std::vector<std::string> arguments;  ///< the whole command line, including the program's name
  config::Options options;
  dedalus::Sources sources;
  dedalus::Program program;
  Fspec fspec;
  std::optional<FaultSet> replay;
  std::vector<FaultSet> known{};          ///< fault sets of --known, which the search leaves out
  std::vector<StoredFalsifier> stored{};  ///< counterexamples in the files that --known names
  /// The constants of `program`, as NAME=VALUE. The sources do not contain constants of a sweep's first cell.
  std::vector<std::string> params{};

  /// Returns the names of the programs and specifications that the user gave.
  [[nodiscard]] std::vector<std::string> file_names() const;
  /// Returns the program with these constants, which belong to one cell of the sweep. Throws
  /// InputError.
  [[nodiscard]] dedalus::Program variant(const std::vector<std::string>& constants) const;
  /// Returns the data from which a worker makes the same universe (set of all facts that can hold).
  [[nodiscard]] wire::Setup setup() const;
  [[nodiscard]] wire::Budget budget() const;
  /// Grounds the program, as every worker does. Calls `check` from time to time, which may throw. Throws
  /// BudgetExceeded.
  [[nodiscard]] ground::Universe universe(BudgetCheck check = {}) const;
};

/// Reads and checks all inputs that the command line names. Throws InputError, with the texts of the inputs,
/// and EnvironmentError.
Task load_task(std::vector<std::string> arguments, const config::CommandLine& line);

}  // namespace ldfi::app
