#include "master/systems/replayed_case.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"

namespace ldfi::app {
namespace {

using Kind = results::CaseOutcome::Kind;

constexpr std::uint64_t max_case_bytes = std::uint64_t{1} << 20U;

results::CaseOutcome outcome(const results::TestCase& one, const SystemSearch& search) {
  return results::outcome_of(one, search.recorded().recordings.front(),
                             search.recorded().outcomes.front().course);
}

}  // namespace

std::optional<results::TestCase> take_case(config::Options& options) {
  if (!options.replay || !options.replay->starts_with('@')) return std::nullopt;
  const files::File file(options.replay->substr(1), files::File::Mode::read);
  if (file.size() > max_case_bytes) {
    throw EnvironmentError(
        fmt::format("read {}: a case has at most {} bytes", file.path(), max_case_bytes));
  }
  std::string text(file.size(), '\0');
  text.resize(file.read(0, text));
  results::TestCase out = results::read_case(file.path(), text);
  options.replay = out.faults.empty() ? "none" : fmt::format("{}", fmt::join(out.faults, " "));
  options.seed = out.seed;
  return out;
}

std::string case_text_of(const results::TestCase& one, const SystemSearch& search) {
  const results::CaseOutcome found = outcome(one, search);
  switch (found.kind) {
    case Kind::violated:
      return "violated";
    case Kind::not_violated:
      return "not violated";
    case Kind::diverged:
      return "diverged: " + found.why;
  }
  return "";
}

ExitStatus status_of_case(const results::TestCase& one, const SystemSearch& search) {
  switch (outcome(one, search).kind) {
    case Kind::violated:
      return ExitStatus::counterexample;
    case Kind::not_violated:
      return ExitStatus::certified;
    case Kind::diverged:
      return ExitStatus::inconclusive;
  }
  return ExitStatus::internal;
}

}  // namespace ldfi::app
