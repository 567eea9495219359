// The progress lines of a run about a real system. After a minute of `level: exact` a hint says what ends sooner.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/config/options.hpp"
#include "common/systems/plan.hpp"
#include "master/face/progress_lines.hpp"

namespace ldfi::app {

/// The values of one line, besides its Pace.
struct SystemRow {
  std::string cell;              ///< of a sweep; empty: none
  std::uint64_t executions = 0;  ///< those that repeat one included
  std::uint64_t tried = 0;       ///< fault sets
  std::uint64_t violating = 0;   ///< those of them under which a promise is broken
  int busy = 0;                  ///< workers with a job
  int workers = 0;
  std::optional<double> left_s;  ///< the time budget
};

/// The names of the columns, or the values below them; without a line break.
std::string system_progress_header();
std::string system_progress_line(const SystemRow& row, const Pace& pace);

/// What ends a search sooner, in one line; empty if the search is not one that proves things exactly.
std::string sooner_hint(const config::Options& options, const systems::Plan& plan);

}  // namespace ldfi::app
