// Finds recursion that may never end: within one tick, a relation is derived from itself with new
// numbers (docs/reference/dedalus.md). This is not an error, because a comparison may bound the
// numbers. The number of facts is limited instead.
#pragma once

#include <optional>

#include "common/base/meter.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Returns the first rule of the stratum that derives a number by arithmetic from the stratum
/// itself; nullopt if there is none.
std::optional<RuleId> counting_rule(const Program& program, const Stratum& stratum);

/// Throws BudgetExceeded("facts", …) with the text of the rule if `facts` exceeds the limit.
void check_counting(const Program& program, RuleId rule, std::size_t facts,
                    const CountingLimits& limits);
/// Returns the message for a rule whose recursion exceeded its budget.
std::string counting_text(const Program& program, RuleId rule);

}  // namespace ldfi::dedalus
