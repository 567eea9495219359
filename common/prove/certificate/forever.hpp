// The questions of a claim about every EOT: an invariant holds at tick 1, no tick leads out of it,
// and nothing is wrong while it holds.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/prove/certificate/claim.hpp"
#include "common/prove/certificate/step.hpp"

namespace ldfi::certificate {

/// Returns the step of the claim with its program.
Transition transition_of(const std::string& folder, const Claim& claim, const Known& known,
                         const std::function<void()>& check = {});

/// Reads invariant.txt. Checks what needs no proof: that the invariant holds at tick 1, and that
/// something is promised without faults. Returns the questions `step` and `goal`. Throws Rejected
/// if the claim is wrong.
Questions forever_questions(const std::string& folder, const Claim& claim,
                            const std::function<void()>& check);

}  // namespace ldfi::certificate
