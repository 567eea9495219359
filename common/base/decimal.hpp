// Decimal digits of huge numbers: the fault space of the largest Fspec has a million bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"

namespace ldfi {

/// The decimal digits of `number`, which must not be negative. BigInt::str() gives the same digits,
/// but divides by one machine word at a time and takes a second for a million bits; this takes a
/// twentieth of that. Calls `check` now and then.
std::string decimal(const BigInt& number, const BudgetCheck& check = {});

/// A count, read: decimal digits, and no more of them than anybody counts to one by one; else nothing.
[[nodiscard]] std::optional<BigInt> count_of(std::string_view digits, std::size_t most = 40);

/// part / whole, of numbers in decimal; 0 if it is too small for a double. Nothing if the whole is 0, or
/// either is no number.
[[nodiscard]] std::optional<double> ratio_of(std::string_view part, std::string_view whole);

}  // namespace ldfi
