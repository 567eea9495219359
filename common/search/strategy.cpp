#include "common/search/strategy.hpp"

#include <fmt/core.h>

namespace ldfi::search {

std::string error_under(const FaultSet& faults, const Fspec& fspec) {
  return fmt::format("an execution ends in an arithmetic error; replay it with --replay '{}'",
                     to_text(faults, fspec));
}

std::string nothing_found(const std::string& why) {
  const std::string text = "no counterexample found by an incomplete search";
  return why.empty() ? text : text + " (" + why + ")";
}

}  // namespace ldfi::search
