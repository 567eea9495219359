#include "master/systems/cell_search.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/specification_check.hpp"

namespace ldfi::app {
namespace {

systems::Plan plan_with(const std::vector<config::SystemValue>& values, config::Options& options) {
  std::vector<Diagnostic> problems;
  config::ConfigFile file = config::read_config(options.config_text, options.config_path, FileId(0),
                                                problems, {values, {}, true});
  LDFI_ENSURE(file.system.has_value() && !has_errors(problems), "it was read before");
  systems::Plan plan = *std::move(file.system);
  plan.fingerprint = drive::fingerprint(plan, options.config_text);
  drive::check_specifications(plan);
  const bool seeded = std::ranges::count(values, "seed", &config::SystemValue::name) > 0;
  if (seeded) options.seed = file.options.seed;
  return plan;
}

}  // namespace

CellSearch::CellSearch(const SystemSession& session, const config::Options& how,
                       const std::vector<config::SystemValue>& values, const std::string& folder,
                       const Log& log, bool& told)
    : began_s(session.seconds()),
      options(how),
      plan(plan_with(values, options)),
      keeper(folder, options.resume, log, told),
      search(
          plan, options,
          [this](const std::string& name, const std::string& text) { keeper.keep(name, text); },
          session.check(), session.check(Stage::replaying)) {}

SystemResult CellSearch::result(const std::string& name) const {
  return system_result(plan, search, keeper.texts(), options, name);
}

}  // namespace ldfi::app
