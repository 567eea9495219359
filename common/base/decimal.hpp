// Converts between huge numbers and their decimal digits. The size of the largest fault space has a
// million bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"

namespace ldfi {

/// Returns the decimal digits of `number`, which must not be negative. Twenty times faster than
/// BigInt::str(), which divides by one machine word at a time and takes a second for a million
/// bits. Calls `check` regularly.
std::string decimal(const BigInt& number, const BudgetCheck& check = {});

/// Returns the number with these decimal digits. Returns nullopt if the text has other characters,
/// or more than `most` digits.
[[nodiscard]] std::optional<BigInt> count_of(std::string_view digits, std::size_t most = 40);

/// Returns part / whole for decimal numbers; 0 if the result is too small for a double. Returns
/// nullopt if the whole is 0, or if a text is not a number.
[[nodiscard]] std::optional<double> ratio_of(std::string_view part, std::string_view whole);

}  // namespace ldfi
