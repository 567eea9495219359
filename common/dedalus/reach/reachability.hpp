// The pruner of grounding. Simulation finds most of what can happen, a SAT solver finds the rest,
// and what the solver proves impossible is dropped, tick by tick. So the possible world stays as
// large as what some fault set really reaches, however many facts the rules could combine.
//
// It is deterministic: it depends on the program and the Fspec alone, so every process that grounds
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

/// What happens if the possible world counts without end within a tick. bounded: it is grounded
/// again, bounded by what an execution can reach; refused: CountsOn is thrown.
enum class Counting : std::uint8_t { bounded, refused };

/// The universe of ground::ground_program() without the facts that the pruner drops. Throws what
/// that function throws.
ground::Universe ground_program(const ground::Program& program, const Fspec& fspec,
                                const ground::GroundLimits& limits = {},
                                Pruning pruning = Pruning::automatic,
                                SolverName solver = SolverName::cadical,
                                Counting counting = Counting::bounded,
                                ground::Extent extent = ground::Extent::goals);

/// A pruner. `program` and `fspec` must outlive it; `solver` is new, and `pruning` is not `never`.
/// Calls `check` before every question to the solver; it may throw.
std::unique_ptr<ground::Pruner> make_reachability(const ground::Program& program,
                                                  const Fspec& fspec,
                                                  std::unique_ptr<sat::Solver> solver,
                                                  Pruning pruning, BudgetCheck check = {});

/// Makes a new, empty solver at each call.
using MakeSolver = std::function<std::unique_ptr<sat::Solver>()>;

/// A pruner that bounds counting (Pruner::bounds_counting) and prunes from the first tick on.
std::unique_ptr<ground::Pruner> make_bounding_reachability(const ground::Program& program,
                                                           const Fspec& fspec,
                                                           MakeSolver make_solver,
                                                           BudgetCheck check = {});

}  // namespace ldfi::reach
