// Computes the exact number of fault sets of an Fspec with outages or limits. Private to
// common/faults.
#pragma once

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

/// Number of steps that counting may take, which corresponds to some seconds. Counting may fail,
/// because searches do not depend on the result.
inline constexpr std::uint64_t most_counting_steps = 10'000'000;

/// Returns the number of admissible fault sets. Calls `check` from time to time, which may throw.
/// Throws BudgetExceeded after `most_steps` steps.
[[nodiscard]] BigInt count_fault_sets(const Fspec& fspec, const BudgetCheck& check,
                                      std::uint64_t most_steps = most_counting_steps);

/// Returns the same number for an Fspec in which messages may be late. Requires that the Fspec has
/// no outages, no partitions and no faults of disks.
[[nodiscard]] BigInt count_late_fault_sets(const Fspec& fspec, const BudgetCheck& check,
                                           std::uint64_t most_steps = most_counting_steps);

}  // namespace ldfi
