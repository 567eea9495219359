#include "common/search/strategy.hpp"

#include <fmt/core.h>

namespace ldfi::search {

SearchResult result_found_by_scout(const FaultSet& least) {
  SearchResult out;
  out.verdict = Verdict::counterexample;
  out.falsifiers = {{least, true, {}}};
  out.executed = 2;
  out.executions = {{1, std::nullopt, {}, Outcome::holds, 0}, {2, 1, least, Outcome::violates, 0}};
  return out;
}

std::string error_under(const FaultSet& faults, const Fspec& fspec) {
  return fmt::format("an execution ends in an arithmetic error; replay it with --replay '{}'",
                     to_text(faults, fspec));
}

std::string nothing_found(const std::string& why) {
  const std::string text = "no counterexample found by an incomplete search";
  return why.empty() ? text : text + " (" + why + ")";
}

void UnendedRuns::add(const std::vector<Unended>& more) {
  for (const Unended& each : more) {
    if (count_++ == 0 || each.faults < least_.faults) least_ = each;
  }
}

std::string UnendedRuns::text(const Fspec& fspec) const {
  const std::string faults = to_text(least_.faults, fspec);
  if (count_ == 1) return fmt::format("the execution under {} did not end: {}", faults, least_.why);
  return fmt::format("{} executions did not end, the first of them under {}: {}", count_, faults,
                     least_.why);
}

}  // namespace ldfi::search
