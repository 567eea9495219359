// The pruner of the grounding: simulation finds most of what can happen, a SAT solver the rest, and
// what it proves impossible is dropped, tick by tick. So the possible world stays as large as what
// really happens under some fault set, however many facts the rules could combine on paper.
//
// Deterministic: it depends on the program and the Fspec alone, so that every process that grounds
// them gets the same universe.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "common/base/settings.hpp"
#include "common/dedalus/ground/pruned.hpp"
#include "common/dedalus/ground/pruner.hpp"
#include "common/solve/sat/make_solver.hpp"

namespace ldfi::reach {

/// Whether a possible world that counts on within a tick is grounded again, bounded by what an
/// execution can reach.
enum class Counting : std::uint8_t { bounded, refused };

/// The universe of the Fspec as ground::ground_program makes it, less what the pruner drops. Throws
/// what that throws.
ground::Universe ground_program(const ground::Program& program, const Fspec& fspec,
                                const ground::GroundLimits& limits = {},
                                Pruning pruning = Pruning::automatic,
                                SolverName solver = SolverName::cadical,
                                Counting counting = Counting::bounded);

/// `program` and `fspec` must outlive it; `solver` is fresh. `pruning` is not `never`; `check` is
/// asked before every question to the solver, and may throw.
std::unique_ptr<ground::Pruner> make_reachability(const ground::Program& program,
                                                  const Fspec& fspec,
                                                  std::unique_ptr<sat::Solver> solver,
                                                  Pruning pruning, BudgetCheck check = {});

/// Makes a fresh one at each call.
using MakeSolver = std::function<std::unique_ptr<sat::Solver>()>;

/// One that bounds what counts on (Pruner::bounds_counting), and prunes from the first tick on.
std::unique_ptr<ground::Pruner> make_bounding_reachability(const ground::Program& program,
                                                           const Fspec& fspec,
                                                           MakeSolver make_solver,
                                                           BudgetCheck check = {});

}  // namespace ldfi::reach
