// The exact number of distinct fault sets under CrashModel::stop. Private to common/faults.
#pragma once

#include "common/faults/fspec.hpp"

namespace ldfi {

/// Calls `check` now and then.
[[nodiscard]] BigInt count_outages(const Fspec& fspec, const BudgetCheck& check);

}  // namespace ldfi
