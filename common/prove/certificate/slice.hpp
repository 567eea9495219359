// Removes the parts of a program that have no effect on a claim about every EOT (last tick of an
// execution). Two parts remain: the facts on which the promise depends, and arithmetic that could
// fail.
#pragma once

#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// The largest EOT that claims about every EOT cover, and the largest tick that a specification may
/// name.
inline constexpr int last_eot = 1'000'000;

/// Removes the rules and facts on which none of the relations in `goals` depends. If arithmetic
/// could fail by `last_eot`, keeps the rules with arithmetic and everything on which they depend.
void slice(Program& program, const std::vector<int>& goals);

}  // namespace ldfi::certificate
