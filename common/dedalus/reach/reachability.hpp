// The pruner that grounding uses. Simulation shows most of the facts that can happen, and a SAT
// solver decides about the rest. Facts that the solver proves impossible are dropped, tick by tick.
// So the universe contains little more than the facts that some fault set reaches, however many
// facts the rules could combine.
//
// The pruner is deterministic: it depends only on the program and the Fspec, so every process that
// grounds them gets the same universe.
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

/// The reaction if a recursion that computes numbers within a tick exceeds the limits. `bounded`
/// grounds again, and limits the numbers to the values that an execution can reach. `refused`
/// throws CountsOn.
enum class Counting : std::uint8_t { bounded, refused };

/// Returns the universe of ground::ground_program() without the facts that the pruner drops. Throws
/// the exceptions of ground::ground_program().
ground::Universe ground_program(const ground::Program& program, const Fspec& fspec,
                                const ground::GroundLimits& limits = {},
                                Pruning pruning = Pruning::automatic,
                                SolverName solver = SolverName::cadical,
                                Counting counting = Counting::bounded,
                                ground::Extent extent = ground::Extent::goals);

/// Returns a pruner. `program` and `fspec` must outlive it. `solver` must be new, and `pruning`
/// must not be `never`. Calls `check`, which may throw, before every question to the solver.
std::unique_ptr<ground::Pruner> make_reachability(const ground::Program& program,
                                                  const Fspec& fspec,
                                                  std::unique_ptr<sat::Solver> solver,
                                                  Pruning pruning, BudgetCheck check = {});

/// A function that returns a new, empty solver at each call.
using MakeSolver = std::function<std::unique_ptr<sat::Solver>()>;

/// Returns a pruner that also limits recursions which compute numbers (Pruner::bounds_counting) and
/// prunes from the first tick on.
std::unique_ptr<ground::Pruner> make_bounding_reachability(const ground::Program& program,
                                                           const Fspec& fspec,
                                                           MakeSolver make_solver,
                                                           BudgetCheck check = {});

}  // namespace ldfi::reach
