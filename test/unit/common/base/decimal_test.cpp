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
  const BigInt large = boost::multiprecision::pow(BigInt(7), 500) + 3;
  EXPECT_EQ(count_of("000" + large.str(), 1000), large);
  EXPECT_EQ(count_of(std::string(60, '0') + "5", 61), BigInt(5));
  EXPECT_FALSE(count_of(std::string(1000, '1') + "x", 2000));
}

TEST(Decimal, Ratios) {
  EXPECT_DOUBLE_EQ(ratio_of("32", "688").value(), 32.0 / 688);
  EXPECT_DOUBLE_EQ(ratio_of("0032", "00688").value(), 32.0 / 688);
  EXPECT_EQ(ratio_of("0", "1"), 0.0);
  EXPECT_EQ(ratio_of("1", "1"), 1.0);
  const std::string third = std::string(400, '3');
  EXPECT_DOUBLE_EQ(ratio_of(third, "1" + std::string(400, '0')).value(), 1.0 / 3);
  EXPECT_DOUBLE_EQ(ratio_of("5", "1" + std::string(300, '0')).value(), 5e-300);
  EXPECT_EQ(ratio_of("5", "1" + std::string(400, '0')), 0.0);
  for (const auto& [part, whole] :
       {std::pair("1", "0"), {"", "1"}, {"1", ""}, {"1", "x"}, {"-1", "1"}}) {
    EXPECT_EQ(ratio_of(part, whole), std::nullopt);
  }
}

}  // namespace
}  // namespace ldfi
