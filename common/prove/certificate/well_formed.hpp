// Checks the rules of docs/reference/dedalus.md about programs that matter even if no execution
// shows a mistake.
#pragma once

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// Throws Rejected, with file:line, for a rule without a positive literal, a variable without a
/// value, a relation with two numbers of columns, or a column of strings and integers. Also throws
/// for an unknown aggregate, and for an aggregate in an `@next` or `@async` rule.
void require_well_formed(const Program& program);

}  // namespace ldfi::certificate
