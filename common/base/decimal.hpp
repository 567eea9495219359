// Decimal digits of huge numbers: the fault space of the largest Fspec has a million bits.
#pragma once

#include <string>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"

namespace ldfi {

/// The decimal digits of `number`, which must not be negative. BigInt::str() gives the same digits,
/// but divides by one machine word at a time and takes a second for a million bits; this takes a
/// twentieth of that. Calls `check` now and then.
std::string decimal(const BigInt& number, const BudgetCheck& check = {});

}  // namespace ldfi
