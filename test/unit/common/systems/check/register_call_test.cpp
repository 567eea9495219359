#include "common/systems/check/register_call.hpp"

#include <gtest/gtest.h>

namespace ldfi::check {
namespace {

using nlohmann::json;

TEST(RegisterCall, EqualValuesHaveOneNumber) {
  ValueNumbers numbers;
  const auto one = numbers.number_of(1);
  EXPECT_EQ(numbers.number_of(1.0), one);
  EXPECT_EQ(numbers.number_of(1U), one);
  EXPECT_EQ(numbers.number_of(json::parse(R"({"a": 1, "b": [2.0]})")),
            numbers.number_of(json::parse(R"({"b": [2], "a": 1.0})")));
  EXPECT_EQ(numbers.number_of(-0.0), numbers.number_of(0));
}

TEST(RegisterCall, OtherValuesHaveOthers) {
  ValueNumbers numbers;
  const std::vector<json> all{nullptr,
                              true,
                              false,
                              0,
                              1,
                              -1,
                              1.5,
                              "1",
                              "",
                              json::array(),
                              json::array({1}),
                              json::array({json::array(), 1}),
                              json::object(),
                              {{"a", 1}},
                              {{"a", "1"}},
                              9007199254740992,
                              9007199254740993,
                              9007199254740994.0,
                              1e300,
                              "\"",
                              "null"};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(numbers.number_of(all[i]), static_cast<ValueNumber>(i)) << all[i];
  }
}

}  // namespace
}  // namespace ldfi::check
