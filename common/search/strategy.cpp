#include "common/search/strategy.hpp"

namespace ldfi::search {

std::string nothing_found(const std::string& why) {
  const std::string text = "no counterexample found by an incomplete search";
  return why.empty() ? text : text + " (" + why + ")";
}

}  // namespace ldfi::search
