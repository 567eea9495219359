// The pruner of grounding. Simulation finds most of what can happen, and a SAT solver finds the
// rest. Facts that the solver proves impossible are dropped, tick by tick. So the universe contains
// little more than what some fault set reaches, however many facts the rules could combine.
//
// It is deterministic: it depends on the program and the Fspec only, so every process that grounds
// them gets the same universe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "common/base/settings.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/pruned.hpp"
#include "common/dedalus/ground/pruner.hpp"
#include "common/solve/sat/make_solver.hpp"

namespace ldfi::reach {

/// The reaction if a counting recursion within a tick exceeds the limits. `bounded` grounds again, and bounds
/// counting by the values that an execution can reach. `refused` throws CountsOn.
enum class Counting : std::uint8_t { bounded, refused };

/// Returns the universe of ground::ground_program() without the facts that the pruner drops. Throws
/// the exceptions of that function.
ground::Universe ground_program(const ground::Program& program, const Fspec& fspec,
                                const ground::GroundLimits& limits = {},
                                Pruning pruning = Pruning::automatic,
                                SolverName solver = SolverName::cadical,
                                Counting counting = Counting::bounded,
                                ground::Extent extent = ground::Extent::goals);

/// Makes a pruner. `program` and `fspec` must outlive it. `solver` must be new, and `pruning` must
/// not be `never`. Calls `check`, which may throw, before every question to the solver.
std::unique_ptr<ground::Pruner> make_reachability(const ground::Program& program,
                                                  const Fspec& fspec,
                                                  std::unique_ptr<sat::Solver> solver,
                                                  Pruning pruning, BudgetCheck check = {});

/// Makes a new, empty solver at each call.
using MakeSolver = std::function<std::unique_ptr<sat::Solver>()>;

/// Makes a pruner that bounds counting (Pruner::bounds_counting) and prunes from the first tick on.
std::unique_ptr<ground::Pruner> make_bounding_reachability(const ground::Program& program,
                                                           const Fspec& fspec,
                                                           MakeSolver make_solver,
                                                           BudgetCheck check = {});

}  // namespace ldfi::reach
