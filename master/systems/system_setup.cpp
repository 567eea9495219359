#include "master/systems/system_setup.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "common/config/weights.hpp"
#include "master/life/resume.hpp"
#include "results/json/values.hpp"
#include "worker/drive/fingerprint.hpp"
#include "worker/drive/recorder.hpp"
#include "worker/systems/system_files.hpp"

namespace ldfi::app {

search::SystemSettings system_settings(const config::Options& options) {
  // Fault sets that a random search draws if no other limit ends it.
  constexpr std::uint64_t most_draws = 10'000;
  const bool limited = options.max_runs || options.time_limit_s;
  return {.solver = options.solver,
          .seed = options.seed,
          .level = options.level,
          .all = options.stop != config::StopRule::first,
          .random = options.strategy == StrategyName::random,
          .weights = config::weights_of(options.weights),
          .max_runs = options.max_runs,
          .max_draws = limited ? options.max_runs : std::optional(most_draws),
          .double_runs = options.double_runs};
}

wire::SystemSource system_source(const systems::Plan& plan, const config::Options& options,
                                 bool elsewhere) {
  wire::SystemSource out;
  out.config = options.config_text;
  out.said = plan.said;
  out.path = std::filesystem::absolute(options.config_path).string();
  out.fingerprint = execute::number_of(plan.fingerprint);
  if (elsewhere) out.files = execute::pack(plan);
  return out;
}

journal::Header system_header(const std::vector<std::string>& arguments, const systems::Plan& plan,
                              const config::Options& options) {
  journal::Header header = header_of_options(arguments, options);
  std::vector<journal::Setting> searched;
  const auto recorded = results::Json::parse(drive::Recorder(plan, options.seed).header({}));
  searched.push_back({"fspec", recorded["spec"].dump()});
  searched.push_back(text_setting("config", options.config_text));
  for (const wire::SystemFile& one : execute::pack(plan)) {
    searched.push_back(text_setting("file " + one.name, one.bytes));
  }
  searched.push_back({"said", fmt::format("{}", fmt::join(plan.said, " "))});
  searched.push_back({"system", plan.fingerprint});
  header.settings.insert(header.settings.begin(), searched.begin(), searched.end());
  return header;
}

}  // namespace ldfi::app
