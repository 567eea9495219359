// Derives the options of the program checker from an Fspec (the limits for faults).
#pragma once

#include "common/dedalus/language/load.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::eval {

/// Returns the largest delay, in ticks, for which the checker generates rules; 0 if messages are
/// never delayed. The result is one tick more than `delays` allows, because a search also tries the
/// next larger delay.
[[nodiscard]] int late_ticks(const Delays& delays);
/// Copies from `fspec` into `options` the kinds of faults for which the checker must generate
/// rules, such as delays and disk faults.
void set_faults(dedalus::CheckOptions& options, const FspecParameters& fspec);

}  // namespace ldfi::eval
