// Finds out whether the failure-free run of a program does anything that a fault could affect. If
// the program sends no message and writes to no disk, a proof about all fault sets says nothing
// about the program.
#pragma once

#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/failures/io_event.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::execute {

/// Returns the messages and writes of the failure-free run, sorted. Throws what eval::run() throws.
[[nodiscard]] std::vector<failures::IoEvent> events_of_failure_free(const dedalus::Program& program,
                                                                    const Fspec& fspec,
                                                                    const eval::Model& failure_free,
                                                                    const eval::EvalLimits& limits);

/// Returns true if the Fspec allows faults, but none of them can affect a message or a write of the
/// failure-free run. Throws what eval::run() throws.
[[nodiscard]] bool is_out_of_reach_of_faults(const dedalus::Program& program, const Fspec& fspec,
                                             const eval::Model& failure_free,
                                             const eval::EvalLimits& limits);

}  // namespace ldfi::execute
