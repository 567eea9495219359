#include "common/search/strategy.hpp"

#include <fmt/core.h>

namespace ldfi::search {

SearchResult overtaken_by(const FaultSet& least) {
  SearchResult out;
  out.verdict = Verdict::counterexample;
  out.counterexamples = {{least, true, {}}};
  out.executed = 2;
  out.executions = {{1, std::nullopt, {}, wire::Outcome::holds, 0},
                    {2, 1, least, wire::Outcome::violates, 0}};
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

}  // namespace ldfi::search
