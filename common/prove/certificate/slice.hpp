// Reduces a program to what a claim about every EOT is about: what the promise depends on, and
// arithmetic that could fail.
#pragma once

#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// The largest EOT that claims about every EOT cover, and the last tick of a specification.
inline constexpr int last_eot = 1'000'000;

/// Removes the rules and facts on which none of the goals depends. The goals are relations. If
/// arithmetic of the program could fail by the last EOT, keeps the rules that compute, and what
/// they depend on.
void slice(Program& program, const std::vector<int>& goals);

}  // namespace ldfi::certificate
