// The variables of faults that last from one tick to another, of which at most one is on at a time:
// one for each pair of first and last tick. Private to common/solve/hazard.
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
  std::vector<Interval> all;         ///< by first tick, then by last tick
  std::vector<sat::Literal> begins;  ///< by tick, from 1: an interval begins
  std::vector<sat::Literal> on;      ///< by tick, from 1: an interval includes the tick
};

/// Adds the variables of all intervals within 1 … last, and the clauses that leave a tick between
/// any two.
Intervals add_intervals(sat::Solver& solver, int last);

}  // namespace ldfi::hazard
