// Lists what happens in one execution, tick by tick: crashes, delivered messages, lost messages.
#pragma once

#include <vector>

#include "common/dedalus/eval/evaluate.hpp"
#include "common/record/trace.hpp"

namespace ldfi::trace {

/// Returns the ticks 1 … EOT of the execution `model` under `faults`. A crashed node sends nothing,
/// so its messages are not listed. `limits` bound the search for lost messages.
std::vector<Tick> ticks_of(const dedalus::Program& program, const Fspec& fspec,
                           const FaultSet& faults, const eval::Model& model,
                           const eval::EvalLimits& limits = {});

/// Like ticks_of(). If messages of a node to itself may be late, also lists those that arrive in
/// time; ticks_of() lists only the late ones.
std::vector<Tick> ticks_with_own(const dedalus::Program& program, const Fspec& fspec,
                                 const FaultSet& faults, const eval::Model& model,
                                 const eval::EvalLimits& limits = {});

/// Like ticks_of(), but without crashes and delivered messages, which takes less time.
std::vector<Tick> lost_at_ticks(const dedalus::Program& program, const Fspec& fspec,
                                const FaultSet& faults, const eval::Model& model,
                                const eval::EvalLimits& limits = {});

}  // namespace ldfi::trace
