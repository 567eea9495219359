// Recursion that may never end: within one tick, a relation is derived from itself with new numbers
// (docs/reference/dedalus.md). It is no error, because a comparison may bound it, but it gets a budget.
#pragma once

#include <optional>

#include "common/base/meter.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// The first rule of the stratum that derives a number by arithmetic from the stratum itself, if
/// any.
std::optional<RuleId> counting_rule(const Program& program, const Stratum& stratum);

/// Throws BudgetExceeded("facts", …), which names the rule, if `facts` exceeds the limit.
void check_counting(const Program& program, RuleId rule, std::size_t facts,
                    const CountingLimits& limits);
/// The message for a rule that ran out of steps.
std::string counting_text(const Program& program, RuleId rule);

}  // namespace ldfi::dedalus
