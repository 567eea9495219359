// The solver's variables for faults that last from one tick to another, if only one fault may be
// active at a time. Each pair of a first and a last tick has a variable. Private to
// common/solve/hazard.
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

/// Adds variables for all intervals within the ticks 1 to `last`, and clauses that leave at least
/// one tick between two intervals.
Intervals add_intervals(sat::Solver& solver, int last);

}  // namespace ldfi::hazard
