// Executes counterexamples of an earlier run again with the plain evaluator, to find out whether
// they still violate a promise.
#pragma once

#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/known_case.hpp"

namespace ldfi::execute {

/// Returns the result of each stored counterexample, in the same order. Marks those that still
/// violate a promise, so that the search leaves them out. There are two exceptions: the empty fault
/// set, and a fault set that violates another specification than before. Throws InputError if the
/// failure-free run ends in an arithmetic error.
[[nodiscard]] std::vector<KnownCase> rerun(const dedalus::Program& program, const Fspec& fspec,
                                           const std::vector<StoredFalsifier>& stored,
                                           const eval::EvalLimits& limits = {});

/// Returns the fault sets that are left out of the search, sorted and without repetitions.
[[nodiscard]] std::vector<FaultSet> left_out(const std::vector<KnownCase>& cases,
                                             const Fspec& fspec);

}  // namespace ldfi::execute
