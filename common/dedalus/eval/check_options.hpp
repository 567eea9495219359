// What an Fspec asks of the checker.
#pragma once

#include "common/dedalus/language/load.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::eval {

/// How late the rules of a program that is checked for these delays let messages be: a tick more, for
/// a search one step beyond them.
[[nodiscard]] int late_ticks(const Delays& delays);
/// Sets what the program must be checked for: kinds of faults that need rules of their own.
void set_faults(dedalus::CheckOptions& options, const FspecParameters& fspec);

}  // namespace ldfi::eval
