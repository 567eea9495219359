// What docs/reference/dedalus.md forbids a program, though it fires no rule: such a text is no program.
#pragma once

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// Throws Rejected, with file:line: a rule without a literal that must hold, a variable without a
/// value, a relation with two numbers of columns, a column of strings and integers, an aggregate that
/// there is not or that is not of now.
void require_well_formed(const Program& program);

}  // namespace ldfi::certificate
