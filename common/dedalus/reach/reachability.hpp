// The pruner that grounding uses. It finds facts that no fault set can reach, and grounding drops
// them, tick by tick. First, a simulation of many fault sets shows most of the facts that can
// happen. Then a SAT solver decides about the other facts. So a grounding stays small even if the
// rules could combine facts that never hold together.
//
// The pruner is deterministic: its answers depend only on the program and the Fspec. So every
// process that grounds the same program gets the same universe.
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
/// grounds the program again, and limits the numbers to values that some execution reaches.
/// `refused` throws EndlessCounting.
enum class Counting : std::uint8_t { bounded, refused };

/// Returns the universe of ground::ground_program(), without the facts that the pruner of this
/// header finds impossible. Throws the exceptions of ground::ground_program().
ground::Universe ground_program(const ground::Program& program, const Fspec& fspec,
                                const ground::GroundLimits& limits = {},
                                Pruning pruning = Pruning::automatic,
                                SolverName solver = SolverName::cadical,
                                Counting counting = Counting::bounded,
                                ground::Extent extent = ground::Extent::goals);

/// Returns a pruner. `program` and `fspec` must outlive it. `solver` must be empty, and `pruning`
/// must not be `never`. Calls `check`, which may throw, before every call of the solver.
std::unique_ptr<ground::Pruner> make_reachability(const ground::Program& program,
                                                  const Fspec& fspec,
                                                  std::unique_ptr<sat::Solver> solver,
                                                  Pruning pruning, BudgetCheck check = {});

/// A function that returns a new, empty solver at each call.
using MakeSolver = std::function<std::unique_ptr<sat::Solver>()>;

/// Returns a pruner that also limits recursions which compute numbers within a tick
/// (Pruner::bounds_counting), and that prunes from tick 1 on.
std::unique_ptr<ground::Pruner> make_bounding_reachability(const ground::Program& program,
                                                           const Fspec& fspec,
                                                           MakeSolver make_solver,
                                                           BudgetCheck check = {});

}  // namespace ldfi::reach
