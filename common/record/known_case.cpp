#include "common/record/known_case.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace ldfi {
namespace {

const std::array<std::string, 5> case_outcomes{"violated", "not violated", "not admitted",
                                               "not executed", "diverged"};

}  // namespace

const std::string& name_of(CaseOutcome outcome) {
  return case_outcomes.at(static_cast<std::size_t>(outcome));
}

ExitStatus exit_status(CaseOutcome outcome) {
  if (outcome == CaseOutcome::violated) return ExitStatus::counterexample;
  return outcome == CaseOutcome::not_violated ? ExitStatus::certified : ExitStatus::inconclusive;
}

std::optional<CaseOutcome> known_outcome_named(std::string_view name) {
  const auto* const found = std::ranges::find(case_outcomes, name);
  if (found == case_outcomes.end()) return std::nullopt;
  return static_cast<CaseOutcome>(found - case_outcomes.begin());
}

std::string counts_of(const std::vector<KnownCase>& cases) {
  std::string out;
  for (std::size_t i = 0; i < case_outcomes.size(); ++i) {
    const auto count = std::ranges::count(cases, static_cast<CaseOutcome>(i), &KnownCase::outcome);
    if (count > 0)
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", count, case_outcomes.at(i));
  }
  return out.empty() ? "no falsifier is stored" : out;
}

std::string text_of(const CaseResult& one) {
  return name_of(one.outcome) + (one.why.empty() ? "" : ": " + one.why);
}

std::string text_of(const KnownCase& one) {
  const bool news = one.outcome == CaseOutcome::violated && !one.left_out;
  return fmt::format("{} {}: {}{}{}{}", one.name, one.faults, name_of(one.outcome),
                     news ? ", not left out" : "", one.why.empty() ? "" : ": ", one.why);
}

}  // namespace ldfi
