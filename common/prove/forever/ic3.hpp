// IC3, also called PDR [BRADLEY11, EMB11]: looks for an invariant that rules out a wire for ever, by
// ruling out one predecessor after the other. Frame k holds what is true of all states that can be
// reached in k steps or fewer.
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
  /// If proved: no reachable state is in any of them. They hold at first, and one step from states
  /// that are in none leads to no state in any.
  std::vector<Cube> invariant;
  /// If not: the wire is true at some tick from 1 to this one.
  std::size_t ticks = 0;
  std::size_t frames = 0;
  std::uint64_t questions = 0;
};

/// Asks whether `bad` can ever be true, from the state in which all latches are false. Deterministic.
/// `check` is asked on the way.
Ic3Result run_ic3(const Aig& aig, Wire bad, const MakeSolver& make_solver,
                  const BudgetCheck& check);

}  // namespace ldfi::forever
