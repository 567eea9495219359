// What happens in one execution, tick by tick: crashes, messages that arrive, messages that are
// lost.
#pragma once

#include <vector>

#include "common/dedalus/eval/evaluate.hpp"
#include "common/record/trace.hpp"

namespace ldfi::trace {

/// Ticks 1 … EOT of the execution `model` under `faults`. A crashed node sends nothing, so what it
/// would have sent is not listed. `limits` bound the search for the lost messages.
std::vector<Tick> ticks_of(const dedalus::Program& program, const Fspec& fspec,
                           const FaultSet& faults, const eval::Model& model,
                           const eval::EvalLimits& limits = {});

/// The same, and where what nodes send themselves may be late, also what of it arrives in time. Nothing
/// is ever in its way, so ticks_of() tells only of what is late.
std::vector<Tick> ticks_with_own(const dedalus::Program& program, const Fspec& fspec,
                                 const FaultSet& faults, const eval::Model& model,
                                 const eval::EvalLimits& limits = {});

/// As ticks_of() without crashes and what arrives, which takes less.
std::vector<Tick> lost_at_ticks(const dedalus::Program& program, const Fspec& fspec,
                                const FaultSet& faults, const eval::Model& model,
                                const eval::EvalLimits& limits = {});

}  // namespace ldfi::trace
