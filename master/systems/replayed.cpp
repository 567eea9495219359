#include "master/systems/replayed.hpp"

#include <fmt/core.h>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/systems/fault_text.hpp"

namespace ldfi::app {

using systems::FaultSet;

FaultSet replayed_faults(const std::string& text) {
  FaultSet out;
  for (const std::string& word : systems::split_faults(text)) {
    if (word == "none") continue;
    if (systems::add_fault(out, word)) continue;
    throw UsageError(
        fmt::format("--replay: {} is no fault, stands there twice, or contradicts another one\n"
                    "  hint: {}",
                    word_or_quoted(word), systems::fault_forms()));
  }
  return out;
}

void check_replayed(const FaultSet& faults, const systems::Fspec& fspec) {
  const std::vector<std::string> why = systems::objections(fspec, faults);
  if (!why.empty()) throw UsageError("--replay: " + why.front());
}

}  // namespace ldfi::app
