// A search of the system of a config, with values in place of the config's: a cell of a sweep, or one
// with fewer operations.
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

/// The plan of the config whose text `options` have, with these values in place of its own, and with its
/// fingerprint; nothing, and why, if they do not fit.
[[nodiscard]] std::optional<systems::Plan> plan_with(const std::vector<config::SystemValue>& values,
                                                     config::Options& options, std::string& wrong);

/// The same, with what is said in a case; what the command line says of the same stays.
[[nodiscard]] std::optional<systems::Plan> plan_of_case(const results::TestCase& one,
                                                        const systems::Plan& plan,
                                                        config::Options options,
                                                        std::string& wrong);

struct CellSearch {
  /// All but the values and `folder`, for recordings (empty: they are not kept), must outlive it. `how`
  /// has the config's text, which was read before with these values.
  CellSearch(const SystemSession& session, const config::Options& how,
             const std::vector<config::SystemValue>& values, const std::string& folder,
             const Log& log, bool& told);

  /// With all its counterexamples and recordings.
  [[nodiscard]] SystemResult result(const std::string& name = "") const;

  double began_s;
  config::Options options;
  systems::Plan plan;
  RecordingKeeper keeper;
  search::SystemStrategy search;
};

}  // namespace ldfi::app
