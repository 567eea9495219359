// The exact number of fault sets of an Fspec with outages or limits. Private to common/faults.
#pragma once

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

/// Some seconds: no search needs the number.
inline constexpr std::uint64_t most_counting_steps = 10'000'000;

/// Calls `check` now and then. Throws BudgetExceeded after so many steps.
[[nodiscard]] BigInt count_fault_sets(const Fspec& fspec, const BudgetCheck& check,
                                      std::uint64_t most_steps = most_counting_steps);

/// The same of one in which messages may be late: nothing goes down and restarts, is cut off, or has
/// a disk that fails.
[[nodiscard]] BigInt count_late_fault_sets(const Fspec& fspec, const BudgetCheck& check,
                                           std::uint64_t most_steps = most_counting_steps);

}  // namespace ldfi
