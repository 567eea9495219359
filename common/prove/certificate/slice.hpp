// What of a program a claim about every EOT is about: what the promise rests on, and arithmetic that
// could fail.
#pragma once

#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// Claims about every EOT are about EOTs up to this one, as every specification is.
inline constexpr int last_eot = 1'000'000;

/// Takes away the rules and facts on which none of the goals, which are relations, rests, unless some arithmetic of the
/// program might fail by the last EOT: then what computes stays, with what it rests on.
void slice(Program& program, const std::vector<int>& goals);

}  // namespace ldfi::certificate
