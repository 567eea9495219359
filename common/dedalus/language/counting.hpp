// Finds recursion that may never end, because a relation derives new numbers from itself within one
// tick (docs/reference/dedalus.md). Such recursion is not an error, because a comparison may bound
// the numbers. Instead, the number of facts is limited.
#pragma once

#include <optional>

#include "common/base/meter.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Returns the first rule of the stratum that computes a number from facts of the same stratum, or
/// nullptr if there is none.
std::optional<RuleId> counting_rule(const Program& program, const Stratum& stratum);

/// Throws BudgetExceeded("facts", …), with the text of the rule, if `facts` exceeds the limit.
void check_counting(const Program& program, RuleId rule, std::size_t facts,
                    const CountingLimits& limits);
/// Returns the error message for a rule whose recursion exceeded a limit.
std::string counting_text(const Program& program, RuleId rule);

}  // namespace ldfi::dedalus
