// Searches a real system after some values of its config were replaced. Used for each cell of a
// sweep, and for searches with fewer operations.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/config/config_file.hpp"
#include "common/config/options.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/plan.hpp"
#include "master/face/log.hpp"
#include "master/systems/system_record.hpp"
#include "master/systems/system_session.hpp"
#include "results/views/systems/case.hpp"

namespace ldfi::app {

/// Returns the plan of the config in `options` with these values in place of those in the config, and with
/// the plan's fingerprint. Returns nullopt, and sets `wrong` to the reason, if the values do not fit.
[[nodiscard]] std::optional<systems::Plan> plan_with(const std::vector<config::SystemValue>& values,
                                                     config::Options& options, std::string& wrong);

/// Returns the plan of the config with the values of a case (a stored counterexample); values of
/// the command line take precedence. Returns nullopt, and sets `wrong` to the reason, if the values
/// do not fit.
[[nodiscard]] std::optional<systems::Plan> plan_of_case(const results::TestCase& one,
                                                        const systems::Plan& plan,
                                                        config::Options options,
                                                        std::string& wrong);

struct CellSearch {
  /// `how` has the text of the config, which was already read with these values. Recordings are
  /// written to `folder`, unless it is empty. `told` is true if the log already has the last stderr
  /// output of a node, and becomes true when the log gets it. All references except `values` and
  /// `folder` must outlive the object.
  CellSearch(const SystemSession& session, const config::Options& how,
             const std::vector<config::SystemValue>& values, const std::string& folder,
             const Log& log, bool& told);

  /// Returns the result with all counterexamples and recordings. `name` is the name of the cell, or empty
  /// without a sweep.
  [[nodiscard]] SystemResult result(const std::string& name = "") const;

  double began_s;
  config::Options options;
  systems::Plan plan;
  RecordingKeeper keeper;
  search::SystemStrategy search;
};

}  // namespace ldfi::app
