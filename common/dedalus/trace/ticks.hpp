// Lists what happens in one execution, tick by tick: crashes, delivered messages, lost messages.
#pragma once

#include <vector>

#include "common/dedalus/eval/evaluate.hpp"
#include "common/record/trace.hpp"

namespace ldfi::trace {

/// Returns the ticks 1 … EOT of the execution `model` under `faults`, with crashes and messages.
/// Leaves out messages of crashed nodes, because such nodes send nothing. `limits` bound the search
/// for lost messages.
std::vector<Tick> ticks_of(const dedalus::Program& program, const Fspec& fspec,
                           const FaultSet& faults, const eval::Model& model,
                           const eval::EvalLimits& limits = {});

/// Returns the ticks as ticks_of() does. In addition, lists the messages of nodes to themselves
/// that arrive in time, if the Fspec allows such messages to be late.
std::vector<Tick> ticks_with_own(const dedalus::Program& program, const Fspec& fspec,
                                 const FaultSet& faults, const eval::Model& model,
                                 const eval::EvalLimits& limits = {});

/// Returns the ticks as ticks_of() does, but without delivered messages, which takes less time.
std::vector<Tick> lost_at_ticks(const dedalus::Program& program, const Fspec& fspec,
                                const FaultSet& faults, const eval::Model& model,
                                const eval::EvalLimits& limits = {});

}  // namespace ldfi::trace
