// Counts exactly how many fault sets of an Fspec violate the promise. A forward pass visits the states that
// executions may have at each tick, each with the number of fault sets that lead to the state. If there are
// too many states, decision diagrams over the faults are used.
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
  BigInt vacuous;  ///< nothing is promised under these fault sets
  BigInt passing;
  BigInt failing;            ///< the execution ends in an arithmetic error
  BigInt overtaking;         ///< not admissible: channels are fifo, and a message overtakes another
  std::uint64_t states = 0;  ///< largest number of states at one tick, or 0 if counted by diagrams
  [[nodiscard]] BigInt distinct() const {
    return violating + vacuous + passing + failing + overtaking;
  }
};

struct CountLimits {
  /// Most states at one tick. Diagrams may have five times as many nodes.
  std::uint64_t max_states = 1'000'000;
  BudgetCheck check{};
};

/// Counts the fault sets of the universe's Fspec. Requires that not_countable() returns null, and a program
/// without named specifications. Throws BudgetExceeded("steps") if both the pass and the diagrams exceed the
/// limits.
[[nodiscard]] Counts count_fault_sets(const ground::Universe& universe, const CountLimits& limits);

/// Counts the fault sets by diagrams only. Has the requirements of count_fault_sets(), and requires
/// has_diagrams().
[[nodiscard]] Counts count_by_diagrams(const ground::Universe& universe, const CountLimits& limits);
/// True if the Fspec has only omissions and crashes, limits only the number of crashes, and has few enough
/// possible faults for diagrams.
[[nodiscard]] bool has_diagrams(const Fspec& fspec);

/// Returns the probability that a fault set drawn by FaultSampler violates the promise, to about twelve
/// digits. Draw number 0 is not random and does not count. Has the requirements of count_fault_sets(), and
/// requires has_chance(). Takes longer than count_fault_sets().
[[nodiscard]] double chance_of_violation(const ground::Universe& universe,
                                         const CountLimits& limits);

/// True if chance_of_violation() is available: the crash model is not `stop`, messages may not be late, and
/// neither the omissions nor the number of all faults is limited.
[[nodiscard]] bool has_chance(const Fspec& fspec);

/// Returns the first kind of faults of the Fspec that cannot be counted, such as "pauses", or null if all can
/// be.
[[nodiscard]] const char* not_countable(const Fspec& fspec);

}  // namespace ldfi::count
