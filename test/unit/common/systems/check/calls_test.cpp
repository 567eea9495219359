#include "common/systems/check/calls.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ldfi::check {
namespace {

using nlohmann::json;

TEST(Calls, TimesHaveTheLargestUnitThatFits) {
  EXPECT_EQ(time_text(0), "0 ns");
  EXPECT_EQ(time_text(3), "3 ns");
  EXPECT_EQ(time_text(999), "999 ns");
  EXPECT_EQ(time_text(1'500), "1.5 µs");
  EXPECT_EQ(time_text(50'027'000), "50.027 ms");
  EXPECT_EQ(time_text(1'000'000), "1 ms");
  EXPECT_EQ(time_text(1'200'000'000), "1200 ms");
  EXPECT_EQ(time_text(3'600'000'000'000'001), "3600000000.000001 ms");
}

TEST(Calls, ValuesAreEqualIfTheirNumbersAre) {
  constexpr std::int64_t beyond_doubles = 9'007'199'254'740'993;  // 2^53 + 1, the smallest integer
                                                                  // that a double cannot hold
  EXPECT_TRUE(is_equal(1, 1.0));
  EXPECT_TRUE(is_equal(std::int64_t{100'000'000'000'000'000}, 1e17));
  EXPECT_TRUE(is_equal(std::uint64_t{10'000'000'000'000'000'000U}, 1e19));
  EXPECT_TRUE(is_equal(0, -0.0));
  EXPECT_FALSE(is_equal(-1, std::numeric_limits<std::uint64_t>::max()));
  EXPECT_FALSE(is_equal(beyond_doubles, 9'007'199'254'740'992.0));
  EXPECT_FALSE(is_equal(json{beyond_doubles}, json{9'007'199'254'740'992.0}));
}

TEST(Calls, TheOrderOfValuesAgreesWithTheirEquality) {
  const json values[] = {1,    1.0,  -1,   std::numeric_limits<std::uint64_t>::max(), 1e19,
                         1e17, 1e30, true, std::uint64_t{10'000'000'000'000'000'000U}};
  for (const json& one : values) {
    for (const json& other : values) {
      const bool equivalent = !ValueLess()(one, other) && !ValueLess()(other, one);
      EXPECT_EQ(equivalent, is_equal(one, other)) << one << " " << other;
    }
  }
}

}  // namespace
}  // namespace ldfi::check
