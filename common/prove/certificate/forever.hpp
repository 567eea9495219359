// The questions of a claim about every EOT: an invariant is true at tick 1, every tick preserves
// it, and nothing is violated while it is true.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/prove/certificate/claim.hpp"
#include "common/prove/certificate/step.hpp"

namespace ldfi::certificate {

/// Returns the circuit of one tick for the claim and its program.
Transition transition_of(const std::string& folder, const Claim& claim, const Known& known,
                         const std::function<void()>& check = {});

/// Reads invariant.txt and returns the questions `step` and `goal`. Checks the parts that need no
/// proof: that the invariant is true at tick 1, and that something is promised in the failure-free
/// run. Throws Rejected if the claim is wrong.
Questions forever_questions(const std::string& folder, const Claim& claim,
                            const std::function<void()>& check);

}  // namespace ldfi::certificate
