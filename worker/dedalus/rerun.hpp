// Executes stored falsifiers of an earlier run again on the plain evaluator, to find out whether they still
// violate a promise.
#pragma once

#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/known_case.hpp"

namespace ldfi::execute {

/// Returns the result of each stored falsifier, in the same order. A falsifier that still violates is marked
/// to be left out of the search, with two exceptions: it has no faults, or it violates a specification that
/// it did not violate when it was stored. Throws InputError if the failure-free run ends in an arithmetic
/// error.
[[nodiscard]] std::vector<KnownCase> rerun(const dedalus::Program& program, const Fspec& fspec,
                                           const std::vector<StoredFalsifier>& stored,
                                           const eval::EvalLimits& limits = {});

/// Returns the fault sets that are left out of the search, sorted and without repetitions.
[[nodiscard]] std::vector<FaultSet> left_out(const std::vector<KnownCase>& cases,
                                             const Fspec& fspec);

}  // namespace ldfi::execute
