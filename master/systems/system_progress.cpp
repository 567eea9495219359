#include "master/systems/system_progress.hpp"

#include <fmt/core.h>

#include <string_view>

#include "common/base/diagnostic.hpp"

namespace ldfi::app {

using config::system_progress_columns;

std::string system_progress_header() {
  return header_of(system_progress_columns);
}

std::string system_progress_line(const SystemRow& row, const Pace& pace) {
  return in_columns(system_progress_columns,
                    {hours_text(pace.elapsed_s), row.cell.empty() ? "-" : printable(row.cell),
                     pace.phase, fmt::format("{}", row.executions),
                     fmt::format("{:.1f}", pace.per_s), fmt::format("{}", row.tried),
                     fmt::format("{}", row.violating), fmt::format("{}/{}", row.busy, row.workers),
                     row.left_s ? hours_text(*row.left_s - pace.elapsed_s) : "-"});
}

std::string sooner_hint(const config::Options& options, const systems::Plan& plan) {
  const bool exact = options.level == ProofLevel::exact && !options.replay &&
                     options.strategy != StrategyName::random;
  if (!exact) return "";
  const bool tells_state =
      plan.kind != systems::Kind::nodes || plan.time == systems::Time::extended;
  return fmt::format(
      "hint: `level: exact` executes every fault set that no execution has answered. "
      "`level: state` ends sooner{}. So does a smaller Fspec (eot, eff, crashes, omissions).",
      tells_state ? "" : ", but needs nodes that speak ldfi/1 (system.time: extended)");
}

std::vector<std::string> budget_hints(const config::Options& options, const systems::Plan& plan,
                                      const std::string& reason, const std::string& resume) {
  const std::string option = reason == "time"     ? "--time-limit"
                             : reason == "memory" ? "--memory-limit"
                             : reason == "runs"   ? "--max-runs"
                                                  : "";
  if (option.empty()) return {};
  constexpr std::string_view hint = "hint: ";
  const std::string sooner = sooner_hint(options, plan);
  std::vector<std::string> out{
      fmt::format("the search can continue: raise {} and run {}", option, resume)};
  if (!sooner.empty()) out.push_back(sooner.substr(hint.size()));
  return out;
}

}  // namespace ldfi::app
