// Checks the rules of docs/reference/dedalus.md that a program must keep even if no execution
// breaks them.
#pragma once

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// Throws Rejected, with file:line, for a rule without a positive literal, a variable without a
/// value, a relation with two numbers of columns, or a column of strings and integers. Also throws
/// for an unknown aggregate, and for an aggregate in a rule that is not of the same tick.
void require_well_formed(const Program& program);

}  // namespace ldfi::certificate
