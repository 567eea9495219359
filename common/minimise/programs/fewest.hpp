// Finds the fewest deliveries with which external events violate the invariant. A SAT solver
// proposes schedules with fewer messages, and the plain evaluator executes each. If the solver
// finds no more schedules, there are none.
#pragma once

#include <cstdint>
#include <optional>

#include "common/base/settings.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/minimise/programs/trials.hpp"

namespace ldfi::minimise {

struct Fewest {
  /// Schedule that violates with fewer messages than known before; nullopt if none was found.
  std::optional<Schedule> found;
  /// The number of messages below which no schedule violates.
  std::uint64_t at_least = 0;
};

/// Settings and limits for the universe of all schedules.
struct PossibleWorld {
  ground::GroundLimits limits{};
  Pruning pruning = Pruning::never;
  SolverName solver = SolverName::cadical;
};

struct ProofLimits {
  std::uint64_t steps = 0;  ///< largest number of executions and questions to the solver together
  PossibleWorld world{};
  BudgetCheck check{};  ///< called now and then; may throw
};

/// Searches the schedules of these external facts and crashes in which fewer than `below`
/// messages arrive, each as late and as often as the Fspec admits. If at_least is `below`, no
/// such schedule violates. If at_least is the number of messages of `found`, no schedule with
/// fewer messages violates.
/// In that case the result does not depend on the solver. The choices are made one by one, in the
/// order of sending. Messages are not late unless they must be; then messages arrive if they may.
///
/// A universe that is too large proves nothing, and neither does a question that is too hard.
[[nodiscard]] Fewest fewest_deliveries(Trials& trials, const Elements& externals,
                                       const std::vector<Fault>& crashes, std::uint64_t below,
                                       const ProofLimits& limits);

}  // namespace ldfi::minimise
