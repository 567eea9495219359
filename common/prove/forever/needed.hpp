// The rules that a claim about every EOT is about: those that the promise rests on, and those whose
// arithmetic could fail.
#pragma once

#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::forever {

/// By rule. Rules that only outages have are among them if `stops`.
[[nodiscard]] std::vector<bool> needed_rules(const dedalus::Program& program, bool stops);

}  // namespace ldfi::forever
