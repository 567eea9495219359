// Counts exactly how many fault sets of an Fspec violate the promise. A pass over the ticks visits
// the states that executions may have at each tick, each with the number of fault sets that lead to
// the state. If there are too many states, decision diagrams over the faults are used.
//
//   const Counts counts = count_fault_sets(universe, {});
#pragma once

#include <cstdint>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"
#include "common/dedalus/ground/universe.hpp"

namespace ldfi::count {

/// Numbers of distinct fault sets, by outcome. FaultSet defines which fault sets are distinct.
struct Counts {
  BigInt violating;
  BigInt vacuous;  ///< number of fault sets under which nothing is promised
  BigInt passing;
  BigInt failing;  ///< number of fault sets whose execution ends in an arithmetic error
  /// Number of fault sets that are not admissible, because a message overtakes another one on a
  /// fifo channel.
  BigInt overtaking;
  std::uint64_t states = 0;  ///< largest number of states at one tick; 0 if diagrams were used
  [[nodiscard]] BigInt distinct() const {
    return violating + vacuous + passing + failing + overtaking;
  }
};

struct CountLimits {
  /// Largest number of states at one tick. Diagrams may have five times as many nodes.
  std::uint64_t max_states = 1'000'000;
  BudgetCheck check{};
};

/// Returns the numbers of fault sets of the universe's Fspec, by outcome. Requires that
/// not_countable() returns null, and that the program has no named specifications. Throws
/// BudgetExceeded("steps") if both the pass and the diagrams exceed the limits.
[[nodiscard]] Counts count_fault_sets(const ground::Universe& universe, const CountLimits& limits);

/// Does the same as count_fault_sets(), but only with diagrams. Also requires that has_diagrams()
/// is true.
[[nodiscard]] Counts count_by_diagrams(const ground::Universe& universe, const CountLimits& limits);
/// Returns true if diagrams can count the fault sets: the Fspec has only omissions and crashes,
/// limits only the number of crashes, and has few enough possible faults.
[[nodiscard]] bool has_diagrams(const Fspec& fspec);

/// Returns the probability that a fault set drawn by FaultSampler violates the promise, to about
/// twelve digits. Draw number 0 is not random and does not count. Has the requirements of
/// count_fault_sets(), and also requires that has_chance() is true. Takes longer than
/// count_fault_sets().
[[nodiscard]] double chance_of_violation(const ground::Universe& universe,
                                         const CountLimits& limits);

/// Returns true if chance_of_violation() can be called: the crash model is not `stop`, messages may
/// not be late, and neither the omissions nor the number of all faults is limited.
[[nodiscard]] bool has_chance(const Fspec& fspec);

/// Returns the first kind of faults of the Fspec that cannot be counted, such as "pauses". Returns
/// null if all kinds can be counted.
[[nodiscard]] const char* not_countable(const Fspec& fspec);

}  // namespace ldfi::count
