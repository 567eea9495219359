#include "common/search/strategy.hpp"

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

std::string nothing_found(const std::string& why) {
  const std::string text = "no counterexample found by an incomplete search";
  return why.empty() ? text : text + " (" + why + ")";
}

}  // namespace ldfi::search
