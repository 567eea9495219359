// Removes the parts of a program that have no effect on a claim about every EOT. What remains are
// the facts on which the promise depends, and arithmetic that could fail.
#pragma once

#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// The largest EOT of claims about every EOT, and the last tick of a specification.
inline constexpr int last_eot = 1'000'000;

/// Removes the rules and facts on which none of the goals depends. The goals are relations. If
/// arithmetic of the program could fail by the last EOT, keeps the rules with arithmetic, and
/// everything on which they depend.
void slice(Program& program, const std::vector<int>& goals);

}  // namespace ldfi::certificate
