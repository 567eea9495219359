// Defines literals by clauses, for several kinds of fault variables. Private to
// common/solve/hazard.
#pragma once

#include <vector>

#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

/// Returns a literal that is true exactly if at least one literal of `of` is true. Returns 0 if
/// `of` is empty.
sat::Literal any(sat::Solver& solver, const std::vector<sat::Literal>& of);
/// Adds clauses which say that at most one of the literals is true. Uses one new variable for each
/// literal.
void at_most_one(sat::Solver& solver, const std::vector<sat::Literal>& of);

}  // namespace ldfi::hazard
