// The variables of faults that last from one tick to another, if only one may be active at a time:
// one variable for each pair of a first and a last tick. Private to common/solve/hazard.
#pragma once

#include <vector>

#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

struct Intervals {
  struct Interval {
    int first;
    int last;
    sat::Literal variable;
  };
  std::vector<Interval> all;  ///< sorted by first tick, then by last tick
  /// For each tick, from 1, the literal which says that an interval begins.
  std::vector<sat::Literal> begins;
  /// For each tick, from 1, the literal which says that an interval includes the tick.
  std::vector<sat::Literal> on;
};

/// Adds the variables of all intervals within 1 … last, and clauses that leave at least one tick
/// between two intervals.
Intervals add_intervals(sat::Solver& solver, int last);

}  // namespace ldfi::hazard
