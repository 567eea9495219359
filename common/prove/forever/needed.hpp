// Selects the rules that matter for a claim about every EOT (last tick): the rules on which the
// promise depends, and the rules whose arithmetic could fail.
#pragma once

#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::forever {

/// Returns for each rule whether the claim depends on it. Rules that exist only for outages are
/// needed only if `stops` is true, which says that nodes may have outages.
[[nodiscard]] std::vector<bool> needed_rules(const dedalus::Program& program, bool stops);

}  // namespace ldfi::forever
