// IC3, also called PDR [BRADLEY11, EMB11]: searches for an invariant under which a wire of a
// circuit is never true. The search excludes one predecessor of a bad state after another. Frame k
// has clauses that are true in all states that can be reached in at most k steps.
//
//   const Ic3Result result = run_ic3(aig, bad, [] { return sat::make_cadical(1); }, check);
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "common/base/meter.hpp"
#include "common/prove/forever/cube.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::forever {

using MakeSolver = std::function<std::unique_ptr<sat::Solver>()>;

struct Ic3Result {
  bool proved = false;
  /// Cubes without reachable states, if proved. The first state is outside all cubes, and a step
  /// from a state outside all cubes never leads into a cube.
  std::vector<Cube> invariant;
  /// If the proof failed, the wire can be true at some tick from 1 to `ticks`.
  std::size_t ticks = 0;
  std::size_t frames = 0;
  std::uint64_t questions = 0;
};

/// Decides whether `bad` can ever be true, beginning with the state in which all latches are false.
/// Deterministic. Calls `check` from time to time.
Ic3Result run_ic3(const Aig& aig, Wire bad, const MakeSolver& make_solver,
                  const BudgetCheck& check);

}  // namespace ldfi::forever
