// The sets of clauses that proofs must refute for a claim about every EOT (last tick of an
// execution). They show that an invariant is true at tick 1, that every tick preserves it, and that
// the invariant excludes violations.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/prove/certificate/claim.hpp"
#include "common/prove/certificate/step.hpp"

namespace ldfi::certificate {

/// Returns the circuit of one tick for the claim and its program. `known` says which parts of the
/// state are always or never true.
Transition transition_of(const std::string& folder, const Claim& claim, const Known& known,
                         const std::function<void()>& check = {});

/// Reads invariant.txt and returns two questions: `step` (every tick preserves the invariant) and
/// `goal` (the invariant excludes violations). Also checks that the invariant is true at tick 1,
/// and that the failure-free run promises something. Throws Rejected if the claim is wrong.
Questions forever_questions(const std::string& folder, const Claim& claim,
                            const std::function<void()>& check);

}  // namespace ldfi::certificate
