// How many fault sets of an Fspec violate, exactly: a forward pass over the states that executions
// may be in at a tick, each with the number of fault sets that lead to it; or, where these are too many,
// decision diagrams over the faults.
//
//   const Counts counts = count_fault_sets(universe, {});
#pragma once

#include <cstdint>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"
#include "common/dedalus/ground/universe.hpp"

namespace ldfi::count {

/// Distinct fault sets, as FaultSet knows them. Each is in one of the five.
struct Counts {
  BigInt violating;
  BigInt vacuous;  ///< nothing is promised under them
  BigInt passing;
  BigInt failing;     ///< the execution ends in an arithmetic error
  BigInt overtaking;  ///< where channels are fifo: not admitted, since a message overtakes another
  std::uint64_t states = 0;  ///< the most at one tick; 0: counted by diagrams
  [[nodiscard]] BigInt distinct() const {
    return violating + vacuous + passing + failing + overtaking;
  }
};

struct CountLimits {
  std::uint64_t max_states =
      1'000'000;  ///< at one tick; diagrams have five times as many nodes at most
  BudgetCheck check{};
};

/// Requires an Fspec that not_countable() finds nothing against, and no named specifications. Throws
/// BudgetExceeded, "steps" if there are more states than that, and diagrams are too large, too.
[[nodiscard]] Counts count_fault_sets(const ground::Universe& universe, const CountLimits& limits);

/// The same by diagrams alone. Requires has_diagrams(), too.
[[nodiscard]] Counts count_by_diagrams(const ground::Universe& universe, const CountLimits& limits);
/// True of omissions and crashes, of which only the number of crashes is limited, and not too many of
/// them.
[[nodiscard]] bool has_diagrams(const Fspec& fspec);

/// The probability that a fault set violates which FaultSampler draws, other than number 0, to some
/// twelve digits. As count_fault_sets(), but takes longer. Requires has_chance().
[[nodiscard]] double chance_of_violation(const ground::Universe& universe,
                                         const CountLimits& limits);

/// True unless messages may be late, or the Fspec limits losses, or the number of all faults.
[[nodiscard]] bool has_chance(const Fspec& fspec);

/// What the Fspec admits that is not counted, such as "restarts"; null if there is nothing.
[[nodiscard]] const char* not_countable(const Fspec& fspec);

}  // namespace ldfi::count
