#include "master/systems/known_cases.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "common/base/errors.hpp"
#include "common/base/files/input.hpp"
#include "common/base/printable_lines.hpp"
#include "common/record/summary_text.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "master/systems/cell_search.hpp"
#include "master/systems/replayed.hpp"
#include "master/systems/system_setup.hpp"

namespace ldfi::app {
namespace {

namespace fs = std::filesystem;
using Kind = results::CaseOutcome::Kind;

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

const char* name_of(Kind kind) {
  return kind == Kind::violated       ? "violated"
         : kind == Kind::not_violated ? "not violated"
                                      : "diverged";
}

}  // namespace

std::string text_of_case(const std::string& path) {
  return files::read_input(path, {"a case", "case", results::max_case});
}

results::TestCase read_case_file(const std::string& path) {
  return results::read_case(path, text_of_case(path));
}

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

results::CaseOutcome KnownCases::execute(const results::TestCase& one, const systems::Plan& whole,
                                         config::Options options, const Search& run) {
  std::string wrong;
  const std::optional<systems::Plan> own = plan_of_case(one, whole, options, wrong);
  if (!own) return {Kind::diverged, wrong};
  const systems::Plan& plan = *own;
  if (const auto why = systems::objections(plan.fspec, one.faults); !why.empty()) {
    return {Kind::diverged, "the Fspec does not admit its faults: " + why.front()};
  }
  for (const systems::MessageId& id : one.deliveries.value_or(std::set<systems::MessageId>())) {
    if (is_between_nodes(id, plan)) continue;
    return {Kind::diverged,
            systems::to_text(id) + " is not a message between two nodes of this system"};
  }
  options.seed = one.seed;
  search::SystemStrategy search(plan, system_settings(options),
                                [](const std::string&, const std::string&) {});
  search.replay({one.faults, one.deliveries});
  run(plan, search);
  if (search.executions() == 0) return {Kind::diverged, "it was not executed: " + search.reason()};
  if (!search.flaky().empty()) {
    const search::Flaky& flaky = search.flaky().front();
    return {Kind::diverged,
            fmt::format("it fails in {} of {} executions", flaky.failed, flaky.replays)};
  }
  if (!search.differences().empty()) {
    return {Kind::diverged, "the system is not deterministic: " + search.differences().front()};
  }
  return results::outcome_of(one, search.recorded().recordings.front(),
                             search.recorded().outcomes.front().course);
}

void KnownCases::execute(const systems::Plan& plan, const config::Options& options,
                         const Search& run) {
  for (Case& one : cases_) one.outcome = execute(one.what, plan, options, run);
}

bool KnownCases::violated() const {
  return std::ranges::any_of(cases_,
                             [](const Case& one) { return one.outcome.kind == Kind::violated; });
}

results::Json KnownCases::json() const {
  results::Json out = results::Json::array();
  for (const Case& one : cases_) {
    out.push_back({{"case", one.path},
                   {"faults", systems::to_texts(one.what.faults)},
                   {"seed", one.what.seed},
                   {"outcome", name_of(one.outcome.kind)}});
    if (!one.outcome.why.empty()) out.back()["why"] = one.outcome.why;
  }
  return out;
}

std::string KnownCases::text() const {
  std::string out;
  for (const Case& one : cases_) {
    const std::string why = one.outcome.why.empty() ? "" : ": " + printable_lines(one.outcome.why);
    out += labelled("known",
                    fmt::format("{}: {}{}", printable(one.path), name_of(one.outcome.kind), why));
  }
  return out;
}

}  // namespace ldfi::app
