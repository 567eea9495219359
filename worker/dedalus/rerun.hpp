// Falsifiers that an earlier run stored, executed again on the plain evaluator: are they still ones?
#pragma once

#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/known_case.hpp"

namespace ldfi::execute {

/// What becomes of each, in their order. One that is still violated is left out of the search, unless
/// a specification is violated now that was not when it was stored, which would be news, or nothing
/// would be left to search. Throws InputError if the failure-free run ends in an arithmetic error.
[[nodiscard]] std::vector<KnownCase> rerun(const dedalus::Program& program, const Fspec& fspec,
                                           const std::vector<StoredFalsifier>& stored,
                                           const eval::EvalLimits& limits = {});

/// The fault sets of those that are left out, sorted, each once.
[[nodiscard]] std::vector<FaultSet> left_out(const std::vector<KnownCase>& cases,
                                             const Fspec& fspec);

}  // namespace ldfi::execute
