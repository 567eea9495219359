// The fewest deliveries with which external events violate the invariant: a SAT solver proposes
// schedules with fewer messages, the plain evaluator executes each, and where the solver finds no
// more, there are none.
#pragma once

#include <cstdint>
#include <optional>

#include "common/base/settings.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/minimise/programs/trials.hpp"

namespace ldfi::minimise {

struct Fewest {
  std::optional<Schedule> found;  ///< violates, with fewer messages than were known to
  /// No schedule with fewer messages violates.
  std::uint64_t at_least = 0;
};

/// How a possible world is made, and what it may take.
struct PossibleWorld {
  ground::GroundLimits limits{};
  Pruning pruning = Pruning::never;
  SolverName solver = SolverName::cadical;
};

struct ProofLimits {
  std::uint64_t steps = 0;  ///< executions and questions to the solver together
  PossibleWorld world{};
  BudgetCheck check{};  ///< called now and then; may throw
};

/// Looks at the schedules of these external facts and crashes in which fewer than `below` messages
/// arrive, each as late and as often as the Fspec admits. If at_least is `below`, there is none. If it
/// is the size of what was found, nothing is smaller, and no solver decides which one of that size it
/// is: choice by choice, in the order of sending, messages are not late if they need not be, and then
/// arrive if they may.
///
/// A world that is too large proves nothing, and neither does a question that is too hard.
[[nodiscard]] Fewest fewest_deliveries(Trials& trials, const Elements& externals,
                                       const std::vector<Fault>& crashes, std::uint64_t below,
                                       const ProofLimits& limits);

}  // namespace ldfi::minimise
