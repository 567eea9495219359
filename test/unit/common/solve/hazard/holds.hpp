// What the model of a solver says of a literal.
#pragma once

#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

[[nodiscard]] inline bool holds(const sat::Solver& solver, sat::Literal l) {
  return l > 0 ? solver.value(l) : !solver.value(-l);
}

}  // namespace ldfi::hazard
