// Finds the smallest number of deliveries with which given external events violate the invariant. A
// SAT solver proposes schedules with fewer messages, and the plain evaluator executes each of them.
// If the solver finds no more schedules, no smaller number suffices.
#pragma once

#include <cstdint>
#include <optional>

#include "common/base/settings.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/minimise/programs/trials.hpp"

namespace ldfi::minimise {

struct Fewest {
  /// Violating schedule with fewer messages than were known before; nullopt if none was found.
  std::optional<Schedule> found;
  /// No schedule with fewer messages than this violates the invariant.
  std::uint64_t at_least = 0;
};

/// Settings and limits for the universe, which has all facts that hold in some schedule.
struct PossibleWorld {
  ground::GroundLimits limits{};
  Pruning pruning = Pruning::never;
  SolverName solver = SolverName::cadical;
};

struct ProofLimits {
  std::uint64_t steps = 0;  ///< largest number of executions and questions to the solver together
  PossibleWorld world{};
  BudgetCheck check{};  ///< called from time to time; may throw
};

/// Searches the schedules of these external facts and crashes in which fewer than `below` messages
/// arrive, each as late and as often as the Fspec admits. If at_least is `below` in the result, no
/// such schedule violates the invariant. If at_least is the number of messages of `found`, no
/// schedule with fewer messages violates the invariant, and the result does not depend on the
/// solver. The solver makes its choices one by one, in the order of sending: messages are not late
/// unless they must be, and then they arrive if they may.
///
/// If the universe is too large, or a question too hard, the result proves nothing.
[[nodiscard]] Fewest fewest_deliveries(Trials& trials, const Elements& externals,
                                       const std::vector<Fault>& crashes, std::uint64_t below,
                                       const ProofLimits& limits);

}  // namespace ldfi::minimise
