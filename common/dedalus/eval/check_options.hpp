// Derives the options of the program checker from an Fspec.
#pragma once

#include "common/dedalus/language/load.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::eval {

/// Returns the largest delay for which rules are generated; 0 if there are no delays. One tick more
/// than the largest delay that `delays` allows, because a search looks one step further.
[[nodiscard]] int late_ticks(const Delays& delays);
/// Sets the options of the checker for those kinds of faults that need generated rules.
void set_faults(dedalus::CheckOptions& options, const FspecParameters& fspec);

}  // namespace ldfi::eval
