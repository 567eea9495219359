#include "common/systems/json_text.hpp"

#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

TEST(ReadJson, TakesWhatIsJson) {
  EXPECT_EQ(read_json(R"({"a": [1, "b"]})").value->at("a").at(1), "b");
  EXPECT_EQ(read_json("7").value, 7);
}

TEST(ReadJson, RefusesWhatIsNone) {
  for (const char* text : {"", "{", "1 2", "\"\xff\""}) {
    const JsonText read = read_json(text);
    EXPECT_FALSE(read.value || read.too_deep || read.twice) << text;
  }
}

TEST(ReadJson, RefusesWhatIsTooDeep) {
  EXPECT_TRUE(read_json("[[1]]", 2).value);
  EXPECT_FALSE(read_json("[[1]]", 1).value);
  EXPECT_TRUE(read_json("[[1]]", 1).too_deep);
  EXPECT_TRUE(read_json(std::string(64, '[') + std::string(64, ']')).value);
  EXPECT_TRUE(read_json(std::string(1'000'000, '[')).too_deep);
}

TEST(ReadJson, RefusesAKeyThatOneObjectHasTwice) {
  const auto twice = [](const char* text) {
    const JsonText read = read_json(text);
    EXPECT_FALSE(read.value) << text;
    return read.twice.value_or("none");
  };
  EXPECT_EQ(twice(R"({"a": 1, "a": 2})"), "a");
  EXPECT_EQ(twice(R"({"a": 1, "b": 2, "a": 1})"), "a");
  EXPECT_EQ(twice(R"([{"x": {"": 1, "": 2}}])"), "");
  EXPECT_EQ(twice(R"({"a": 1, "\u0061": 2})"), "a");
  EXPECT_EQ(twice(R"({"a:b": [], "c": 1, "c": {"d": 1, "d": 1}, "a:b": 0})"), "c");
}

TEST(ReadJson, ReportsAnIntegerThatDoesNotFitInto64Bits) {
  const auto wide = [](const char* text) {
    const JsonText read = read_json(text);
    EXPECT_TRUE(read.value) << text;
    return read.wide.value_or("none");
  };
  EXPECT_EQ(wide("[18446744073709551615, -9223372036854775808, 1e30, 1e19, 1.5]"), "none");
  EXPECT_EQ(wide("[\"\\\"18446744073709551616\", 1e30]"), "none");
  EXPECT_EQ(wide("[1, 18446744073709551616]"), "18446744073709551616");
  EXPECT_EQ(wide(R"({"a": {"b": -9223372036854775809}, "c": 1e30})"), "-9223372036854775809");
}

TEST(ReadJson, TakesTheSameKeyInSeveralObjects) {
  EXPECT_TRUE(read_json(R"({"a": {"a": [{"a": ":"}, {"a": "{\"a\": 1, \"a\": 2}"}]}})").value);
}

}  // namespace
}  // namespace ldfi::systems
