// Decimal digits of huge numbers: the fault space of the largest Fspec has a million bits.
#pragma once

#include <string>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"

namespace ldfi {

/// The digits of `number`, which is not negative: as BigInt::str(), which divides by one machine
/// word again and again, and takes a second for a million bits; this takes a twentieth of that.
/// `check` is asked on the way.
std::string decimal(const BigInt& number, const BudgetCheck& check = {});

}  // namespace ldfi
