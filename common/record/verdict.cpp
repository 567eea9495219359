#include "common/record/verdict.hpp"

#include <algorithm>
#include <array>

#include "common/base/contract.hpp"

namespace ldfi {
namespace {

struct VerdictRow {
  Verdict verdict;
  std::string name;
  std::string meaning;
  ExitStatus status;
};

/// The names and meanings of all verdicts, the worst first.
const std::array<VerdictRow, 5> verdicts{{
    {Verdict::broken, "broken",
     "the failure-free run itself violates the invariant: no fault is needed",
     ExitStatus::counterexample},
    {Verdict::counterexample, "counterexample", "an admissible fault set violates the invariant",
     ExitStatus::counterexample},
    {Verdict::inconclusive, "inconclusive",
     "the search ended before it was complete: nothing is proved", ExitStatus::inconclusive},
    {Verdict::vacuous, "vacuous",
     "NOTHING WAS PROMISED: nothing violates the invariant, but pre is empty without faults",
     ExitStatus::inconclusive},
    {Verdict::certified, "certified",
     "no admissible fault set of this Fspec violates the invariant (proved)",
     ExitStatus::certified},
}};

const std::array<std::string, 4> outcomes{"holds", "violates", "error", "unended"};

const VerdictRow& row_of(Verdict verdict) {
  const auto* const row = std::find_if(verdicts.begin(), verdicts.end(),
                                       [&](const auto& r) { return r.verdict == verdict; });
  LDFI_REQUIRE(row != verdicts.end(), "the verdict is one of five");
  return *row;
}

}  // namespace

const std::string& name_of(Outcome outcome) {
  return outcomes.at(static_cast<std::size_t>(outcome));
}

std::optional<Outcome> outcome_named(std::string_view name) {
  const auto* const found = std::find(outcomes.begin(), outcomes.end(), name);
  if (found == outcomes.end()) return std::nullopt;
  return static_cast<Outcome>(found - outcomes.begin());
}

const std::string& name_of(Verdict verdict) {
  return row_of(verdict).name;
}

std::optional<Verdict> verdict_named(std::string_view name) {
  for (const VerdictRow& row : verdicts) {
    if (row.name == name) return row.verdict;
  }
  return std::nullopt;
}

const std::string& meaning_of(Verdict verdict) {
  return row_of(verdict).meaning;
}

bool worse(Verdict one, Verdict other) {
  return &row_of(one) < &row_of(other);
}

ExitStatus exit_status(Verdict verdict) {
  return row_of(verdict).status;
}

}  // namespace ldfi
