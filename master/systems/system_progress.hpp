// The progress lines of a run for a real system. If a search with `level: exact` takes more than a
// minute, a hint names options with which the search ends sooner.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/config/options.hpp"
#include "common/systems/plan.hpp"
#include "master/face/progress_lines.hpp"

namespace ldfi::app {

/// The values of one progress line, except those in Pace.
struct SystemRow {
  std::string cell;              ///< name of the cell of a sweep, or empty
  std::uint64_t executions = 0;  ///< number of executions, including repeated ones
  std::uint64_t tried = 0;       ///< number of executed fault sets
  std::uint64_t violating = 0;   ///< number of executed fault sets that violate a promise
  int busy = 0;                  ///< number of workers with a job
  int workers = 0;
  std::optional<double> left_s;  ///< time limit of the run in seconds
};

/// Returns the names of the columns, without a line break.
std::string system_progress_header();
/// Returns the values below the header, without a line break.
std::string system_progress_line(const SystemRow& row, const Pace& pace);

/// Returns a line for the user with options that make the search end sooner. Empty if the search does not
/// prove exactly.
std::string sooner_hint(const config::Options& options, const systems::Plan& plan);

/// Returns hints for the user after the budget `reason` (`time`, `memory` or `runs`) ended the search: raise
/// the limit and continue with the command `resume`, or choose options with which a search ends sooner. Empty
/// if `reason` is not a budget.
std::vector<std::string> budget_hints(const config::Options& options, const systems::Plan& plan,
                                      const std::string& reason, const std::string& resume);

}  // namespace ldfi::app
