// Literals and constraints that several kinds of fault variables are made of. Private to
// common/solve/hazard.
#pragma once

#include <vector>

#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

/// A literal that holds iff one of `of` does; 0 if there is none.
sat::Literal any(sat::Solver& solver, const std::vector<sat::Literal>& of);
/// At most one of them holds. Needs a variable for each.
void at_most_one(sat::Solver& solver, const std::vector<sat::Literal>& of);

}  // namespace ldfi::hazard
