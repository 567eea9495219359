// The exact number of fault sets of an Fspec with outages or limits. Private to common/faults.
#pragma once

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

/// Calls `check` now and then.
[[nodiscard]] BigInt count_fault_sets(const Fspec& fspec, const BudgetCheck& check);

}  // namespace ldfi
