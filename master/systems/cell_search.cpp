#include "master/systems/cell_search.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/config/isolation.hpp"
#include "master/systems/system_setup.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/specification_check.hpp"

namespace ldfi::app {
std::optional<systems::Plan> plan_with(const std::vector<config::SystemValue>& values,
                                       config::Options& options, std::string& wrong) {
  std::vector<Diagnostic> problems;
  config::ConfigFile file = config::read_config(options.config_text, options.config_path, FileId(0),
                                                problems, {values, {}, true});
  if (!file.system || has_errors(problems)) {
    wrong = problems.empty() ? "the config cannot be read" : problems.front().message;
    return std::nullopt;
  }
  systems::Plan plan = *std::move(file.system);
  plan.fingerprint = drive::fingerprint(plan, options.config_text);
  drive::check_specifications(plan);
  const bool seeded = std::ranges::count(values, "seed", &config::SystemValue::name) > 0;
  if (seeded) options.seed = file.options.seed;
  return plan;
}

std::optional<systems::Plan> plan_of_case(const results::TestCase& one, const systems::Plan& plan,
                                          config::Options options, std::string& wrong) {
  const std::vector<config::SystemValue> here = config::parse_replaced_values(plan.said).values;
  std::vector<config::SystemValue> values =
      config::parse_replaced_values(results::said_in(one)).values;
  std::erase_if(values, [&here](const config::SystemValue& value) {
    return std::ranges::count(here, value.name, &config::SystemValue::name) > 0;
  });
  // The values of a case may come from an untrusted file, so only the config and the command line choose the
  // sandbox. A case that was found with a weaker sandbox is refused, because its outcome may depend on it.
  for (const config::SystemValue& value : values) {
    const std::string option = config::weakening_option(value.name, value.value);
    if (option.empty()) continue;
    wrong = "the case was found with a weaker sandbox: write " + option +
            " on the command line if you trust it and the config";
    return std::nullopt;
  }
  std::erase_if(values, [](const auto& value) { return config::is_isolation_option(value.name); });
  if (values.empty()) return plan;
  values.insert(values.end(), here.begin(), here.end());
  return plan_with(values, options, wrong);
}

namespace {

systems::Plan plan_for(const std::vector<config::SystemValue>& values, config::Options& options) {
  std::string wrong;
  auto out = plan_with(values, options, wrong);
  LDFI_ENSURE(out.has_value(), "the file was read without an error before");
  return *std::move(out);
}

}  // namespace

CellSearch::CellSearch(const SystemSession& session, const config::Options& how,
                       const std::vector<config::SystemValue>& values, const std::string& folder,
                       const Log& log, bool& told)
    : began_s(session.seconds()),
      options(how),
      plan(plan_for(values, options)),
      keeper(folder, options.resume, log, told),
      search(
          plan, system_settings(options),
          [this](const std::string& name, const std::string& text) { keeper.keep(name, text); },
          session.check(), session.check(Stage::replaying)) {}

SystemResult CellSearch::result(const std::string& name) const {
  return system_result(plan, search, keeper.texts(), options, name);
}

}  // namespace ldfi::app
