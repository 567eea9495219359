#include "common/base/decimal.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ldfi {
namespace {

TEST(Decimal, IsWhatTheLibraryWrites) {
  std::mt19937_64 random(1);
  for (const unsigned bits : {0U, 1U, 64U, 1700U, 1702U, 3402U, 3404U, 20'000U, 100'001U}) {
    BigInt number = 0;
    for (unsigned i = 0; i < bits; i += 64) number = (number << 64U) + random();
    EXPECT_EQ(decimal(number), number.str()) << bits;
  }
}

TEST(Decimal, KeepsTheZerosInTheMiddle) {
  for (const unsigned exponent : {511U, 512U, 513U, 1023U, 1024U, 5000U}) {
    const BigInt power = boost::multiprecision::pow(BigInt(10), exponent);
    EXPECT_EQ(decimal(power), "1" + std::string(exponent, '0'));
    EXPECT_EQ(decimal(power - 1), std::string(exponent, '9'));
    EXPECT_EQ(decimal(power + 7), "1" + std::string(exponent - 1, '0') + "7");
  }
}

TEST(CountOf, ReadsDecimalDigitsOnly) {
  EXPECT_EQ(count_of("0"), BigInt(0));
  EXPECT_EQ(count_of("0010"), BigInt(10)) << "not octal";
  EXPECT_EQ(count_of("123456789012345678901234567890"), BigInt("123456789012345678901234567890"));
  for (const char* bad : {"", "-1", "+1", "1 ", "0x1", "1e3"})
    EXPECT_EQ(count_of(bad), std::nullopt);
  EXPECT_TRUE(count_of(std::string(40, '9')));
  EXPECT_FALSE(count_of(std::string(41, '9')));
}

}  // namespace
}  // namespace ldfi
