#include "master/systems/known_cases.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "common/base/errors.hpp"
#include "common/base/printable_lines.hpp"
#include "common/record/summary_text.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "master/systems/case_result.hpp"
#include "master/systems/cell_search.hpp"
#include "master/systems/replay_request.hpp"
#include "master/systems/system_setup.hpp"

namespace ldfi::app {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> cases_in(const std::string& folder) {
  std::vector<std::string> out;
  std::error_code error;
  for (const auto& one : fs::directory_iterator(folder, error)) {
    if (one.path().extension() == ".json") out.push_back(one.path().string());
  }
  if (error) throw EnvironmentError(fmt::format("read {}: {}", folder, error.message()));
  if (out.empty()) {
    throw UsageError(fmt::format("--known: there are no cases (*.json) in {}", folder));
  }
  std::ranges::sort(out);
  return out;
}

}  // namespace

KnownCases::KnownCases(const std::vector<std::string>& paths) {
  std::vector<std::string> all;
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (fs::is_directory(path, ignored)) {
      std::ranges::copy(cases_in(path), std::back_inserter(all));
    } else {
      all.push_back(path);
    }
  }
  for (const std::string& path : all) {
    cases_.push_back({path, read_case_file(path)});
  }
}

CaseResult KnownCases::execute(const Case& one, const systems::Plan& whole, config::Options options,
                               SystemSession& session) {
  std::string wrong;
  const std::optional<systems::Plan> own = plan_of_case(one.what, whole, options, wrong);
  if (!own) return {CaseOutcome::diverged, wrong};
  const systems::Plan& plan = *own;
  if (const auto why = systems::objections(plan.fspec, one.what.faults); !why.empty()) {
    return {CaseOutcome::diverged, "the Fspec does not admit its faults: " + why.front()};
  }
  if (one.what.deliveries) {
    wrong = wrong_deliveries(*one.what.deliveries, plan);
    if (!wrong.empty()) return {CaseOutcome::diverged, "deliveries: " + wrong};
  }
  options.seed = one.what.seed;
  search::SystemStrategy search(plan, system_settings(options),
                                [](const std::string&, const std::string&) {});
  search.replay({one.what.faults, one.what.deliveries});
  session.search(plan, search);
  if (search.executions() > 0 && search.flaky().empty() && search.doubt().empty()) {
    const systems::Recording& recording = search.recorded().recordings.front();
    for (const std::string& doubt :
         results::differences_from_case(one.what, recording, plan.nodes)) {
      session.log().note(fmt::format("{}: {}", printable(one.path), doubt));
    }
  }
  return result_of(one.what, search);
}

void KnownCases::execute(const systems::Plan& plan, const config::Options& options,
                         SystemSession& session) {
  for (Case& one : cases_) one.result = execute(one, plan, options, session);
}

bool KnownCases::violated() const {
  return std::ranges::any_of(
      cases_, [](const Case& one) { return one.result.outcome == CaseOutcome::violated; });
}

results::Json KnownCases::json() const {
  results::Json out = results::Json::array();
  for (const Case& one : cases_) {
    out.push_back({{"case", one.path},
                   {"faults", systems::to_texts(one.what.faults)},
                   {"seed", one.what.seed},
                   {"outcome", name_of(one.result.outcome)}});
    if (!one.result.why.empty()) out.back()["why"] = one.result.why;
  }
  return out;
}

std::string KnownCases::text() const {
  std::string out;
  for (const Case& one : cases_) {
    const std::string what = printable_lines(text_of(one.result));
    out += labelled("known", fmt::format("{}: {}", printable(one.path), what));
  }
  return out;
}

}  // namespace ldfi::app
