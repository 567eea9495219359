#include "common/base/json_shape.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(JsonShape, CountsWhatIsOpenAtOnce) {
  EXPECT_EQ(json_shape("1").depth, 0U);
  EXPECT_EQ(json_shape("[]").depth, 1U);
  EXPECT_EQ(json_shape(R"([[1],{"a":[2]},[3]])").depth, 3U);
}

TEST(JsonShape, CountsMembersOfAllObjects) {
  EXPECT_EQ(json_shape(R"([{"a":1,"b":{"a":2}},{}])").members, 3U);
  EXPECT_EQ(json_shape(R"({"a":1,"a":2})").members, 2U);
}

TEST(JsonShape, TextIsNoStructure) {
  EXPECT_EQ(json_shape(R"("[[{:")").depth, 0U);
  EXPECT_EQ(json_shape(R"("[[{:")").members, 0U);
  EXPECT_EQ(json_shape(R"(["\"[",":\\",[]])").depth, 2U);
  EXPECT_EQ(json_shape(R"(["\"[",":\\",[]])").members, 0U);
}

TEST(JsonShape, TakesWhatIsNoJson) {
  EXPECT_EQ(json_shape("]]}[").depth, 1U);
  EXPECT_EQ(json_shape("\"\\").depth, 0U);
  EXPECT_EQ(json_shape("").members, 0U);
}

}  // namespace
}  // namespace ldfi
