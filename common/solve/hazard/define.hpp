// Literals and constraints that several kinds of fault variables use. Private to
// common/solve/hazard.
#pragma once

#include <vector>

#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

/// Returns a literal that is true if and only if one of `of` is; 0 if `of` is empty.
sat::Literal any(sat::Solver& solver, const std::vector<sat::Literal>& of);
/// Adds the clauses that at most one of the literals is true. Uses one new variable for each.
void at_most_one(sat::Solver& solver, const std::vector<sat::Literal>& of);

}  // namespace ldfi::hazard
