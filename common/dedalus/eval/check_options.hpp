// Derives the options of the program checker from an Fspec.
#pragma once

#include "common/dedalus/language/load.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::eval {

/// Returns the largest delay for which a program's rules are generated. It is one tick more than
/// the largest of `delays`, because a search looks one step further. Returns 0 if there are no
/// delays.
[[nodiscard]] int late_ticks(const Delays& delays);
/// Sets the options for kinds of faults that need generated rules.
void set_faults(dedalus::CheckOptions& options, const FspecParameters& fspec);

}  // namespace ldfi::eval
