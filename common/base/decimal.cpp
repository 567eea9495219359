// Converts a large number by splitting it: number = high · 10^k + low. Both parts are then
// converted separately. To divide by 10^k, the code multiplies by a reciprocal, which Newton's
// iteration computes. The reason is that Boost multiplies large numbers fast (Karatsuba), but
// divides them slowly.
#include "common/base/decimal.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "common/base/contract.hpp"

namespace ldfi {
namespace {

/// BigInt::str() converts numbers with fewer digits than this, because it is fast for them.
constexpr std::size_t short_digits = 512;
constexpr std::size_t short_bits = 4096;

struct Divisor {
  BigInt value;
  std::size_t bits;
  BigInt reciprocal;  ///< ⌊2^(2·bits) / value⌋
};

std::size_t bits_of(const BigInt& number) {
  return boost::multiprecision::msb(number) + 1;
}

BigInt reciprocal(const BigInt& value, const BudgetCheck& check) {
  const std::size_t n = bits_of(value);
  const BigInt one = BigInt(1) << 2 * n;
  if (n <= short_bits) return one / value;
  if (check) check();
  // Starts from the reciprocal of the leading half of the digits. Each level of this recursion
  // doubles the number of correct digits.
  const std::size_t dropped = n / 2 - 2;
  const BigInt half = reciprocal(value >> dropped, check);
  BigInt x = half << dropped;
  const BigInt error = one - value * x;
  x += error < 0 ? BigInt(-(x * -error >> 2 * n)) : BigInt(x * error >> 2 * n);
  BigInt rest = one - value * x;
  for (; rest < 0; rest += value) --x;
  for (; rest >= value; rest -= value) ++x;
  return x;
}

/// Computes quotient and rest of a division by by.value. Requires that `number` is below the square
/// of by.value.
void divide(const BigInt& number, const Divisor& by, BigInt& quotient, BigInt& rest) {
  quotient = (number >> (by.bits - 1)) * by.reciprocal >> (by.bits + 1);
  rest = number - quotient * by.value;
  for (; rest >= by.value; rest -= by.value) ++quotient;
}

/// Returns the digits of `number`, without leading zeros. With `levels` = 0, converts the whole
/// number at once. Otherwise splits it by powers[levels - 1], which must be 10^width and whose
/// square must be larger than `number`. Each half uses one level less.
std::string digits(const BigInt& number, const std::vector<Divisor>& powers, std::size_t levels,
                   std::size_t width, const BudgetCheck& check) {
  if (levels == 0) return number.str();
  if (check) check();
  BigInt high;
  BigInt low;
  divide(number, powers[levels - 1], high, low);
  std::string tail = digits(low, powers, levels - 1, width / 2, check);
  if (high == 0) return tail;
  return digits(high, powers, levels - 1, width / 2, check) +
         std::string(width - tail.size(), '0') + tail;
}

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// Returns the number that the first 18 digits form, without leading zeros, and the number of
/// digits after them.
std::pair<double, double> leading(std::string_view digits) {
  digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
  constexpr std::size_t kept = 18;
  std::uint64_t value = 0;
  for (const char c : digits.substr(0, kept)) {
    value = value * 10 + static_cast<std::uint64_t>(c - '0');
  }
  const std::size_t dropped = digits.size() - std::min(kept, digits.size());
  return {static_cast<double>(value), static_cast<double>(dropped)};
}

}  // namespace

std::string decimal(const BigInt& number, const BudgetCheck& check) {
  LDFI_REQUIRE(number >= 0, "a count is 0 or more");
  if (number == 0) return "0";
  // 302/1000 is slightly more than log10(2), which is the number of decimal digits for each bit.
  std::size_t width = bits_of(number) * 302 / 1000 + 1;
  std::size_t levels = 0;
  for (; width > short_digits; width = (width + 1) / 2) ++levels;
  // Element i is 10^(width · 2^i). The square of the last element is larger than `number`.
  std::vector<Divisor> powers;
  BigInt power = boost::multiprecision::pow(BigInt(10), static_cast<unsigned>(width));
  for (std::size_t i = 0; i < levels; ++i) {
    if (i > 0) power *= power;
    powers.push_back({power, bits_of(power), reciprocal(power, check)});
  }
  return digits(number, powers, levels, (width << levels) / 2, check);
}

std::optional<BigInt> count_of(std::string_view digits, std::size_t most) {
  if (!is_number(digits) || digits.size() > most) return std::nullopt;
  BigInt value = 0;
  while (!digits.empty()) {
    constexpr std::size_t at_once = 18;
    std::uint64_t part = 0;
    std::uint64_t factor = 1;
    for (const char c : digits.substr(0, at_once)) {
      part = part * 10 + static_cast<std::uint64_t>(c - '0');
      factor *= 10;
    }
    digits.remove_prefix(std::min(at_once, digits.size()));
    value = value * factor + part;
  }
  return value;
}

std::optional<double> ratio_of(std::string_view part, std::string_view whole) {
  if (!is_number(part) || !is_number(whole)) return std::nullopt;
  const auto [a, a_dropped] = leading(part);
  const auto [b, b_dropped] = leading(whole);
  if (b == 0) return std::nullopt;
  return a / b * std::pow(10.0, a_dropped - b_dropped);
}

}  // namespace ldfi
