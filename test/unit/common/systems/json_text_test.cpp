#include "common/systems/json_text.hpp"

#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

TEST(ParseJson, TakesWhatIsJson) {
  EXPECT_EQ(parse_json(R"({"a": [1, "b"]})")->at("a").at(1), "b");
  EXPECT_EQ(parse_json("7"), 7);
}

TEST(ParseJson, RefusesWhatIsNone) {
  EXPECT_FALSE(parse_json(""));
  EXPECT_FALSE(parse_json("{"));
  EXPECT_FALSE(parse_json("1 2"));
  EXPECT_FALSE(parse_json("\"\xff\""));
}

TEST(ParseJson, RefusesWhatIsTooDeep) {
  EXPECT_TRUE(parse_json("[[1]]", 2));
  EXPECT_FALSE(parse_json("[[1]]", 1));
  EXPECT_TRUE(parse_json(std::string(64, '[') + std::string(64, ']')));
  EXPECT_FALSE(parse_json(std::string(1'000'000, '[')));
}

}  // namespace
}  // namespace ldfi::systems
