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

/// Numbers of distinct fault sets, by the outcome of the execution. FaultSet defines which fault
/// sets are distinct.
struct Counts {
  BigInt violating;
  BigInt vacuous;  ///< number of fault sets under which nothing is promised
  BigInt passing;
  BigInt failing;  ///< number of fault sets whose execution ends in an arithmetic error
  /// Number of fault sets that are not admissible, because a message overtakes another one on a
  /// fifo channel.
  BigInt overtaking;
  /// Largest number of different states of executions at one tick; 0 if diagrams were used.
  std::uint64_t states = 0;
  [[nodiscard]] BigInt distinct() const {
    return violating + vacuous + passing + failing + overtaking;
  }
};

struct CountLimits {
  /// Largest number of different states of executions at one tick. Diagrams may have five times as
  /// many nodes.
  std::uint64_t max_states = 1'000'000;
  BudgetCheck check{};
};

/// Counts the fault sets that the universe's Fspec allows, by outcome. Requires that
/// not_countable() returns null, and that the program has no named specifications. Throws
/// BudgetExceeded("steps") if both a pass over states and decision diagrams exceed the limits.
[[nodiscard]] Counts count_fault_sets(const ground::Universe& universe, const CountLimits& limits);

/// Returns the same numbers as count_fault_sets(), but uses only decision diagrams. Has the same
/// requirements, and also requires that has_diagrams() is true.
[[nodiscard]] Counts count_by_diagrams(const ground::Universe& universe, const CountLimits& limits);
/// Returns true if decision diagrams can count the fault sets. The Fspec must allow only omissions
/// and crashes, limit only the number of crashes, and have few enough possible faults.
[[nodiscard]] bool has_diagrams(const Fspec& fspec);

/// Returns the probability that a fault set drawn by FaultSampler violates the promise, to about
/// twelve digits. Excludes draw number 0, which is not random. Has the requirements of
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
