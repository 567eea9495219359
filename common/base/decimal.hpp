// Converts between huge numbers and their decimal digits, because the largest numbers of fault sets
// have a million bits.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"

namespace ldfi {

/// Returns the decimal digits of `number`, which must not be negative. For a million bits, this is
/// twenty times faster than BigInt::str(), which takes a second. Calls `check` from time to time,
/// which may throw.
std::string decimal(const BigInt& number, const BudgetCheck& check = {});

/// Returns the number with these decimal digits. Returns nullopt if the text contains other
/// characters than digits, or more than `most` digits.
[[nodiscard]] std::optional<BigInt> count_of(std::string_view digits, std::size_t most = 40);

/// Returns `part` divided by `whole`, both decimal numbers as texts. Returns 0 if the quotient is
/// too small for a double. Returns nullopt if `whole` is 0, or if a text is not a number.
[[nodiscard]] std::optional<double> ratio_of(std::string_view part, std::string_view whole);

}  // namespace ldfi
