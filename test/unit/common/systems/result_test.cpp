#include "common/systems/result.hpp"

#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

TEST(Result, EachNameIsThatOfItsValue) {
  EXPECT_EQ(name_of(Result::invalid), "invalid");
  EXPECT_EQ(name_of(Fate::pending), "pending");
  for (const std::string_view name : result_names) EXPECT_EQ(name_of(*result_named(name)), name);
  for (const std::string_view name : fate_names) EXPECT_EQ(name_of(*fate_named(name)), name);
}

TEST(Result, AnotherTextIsNoName) {
  EXPECT_EQ(result_named("passed"), std::nullopt);
  EXPECT_EQ(result_named(""), std::nullopt);
  EXPECT_EQ(fate_named("OK"), std::nullopt);
}

}  // namespace
}  // namespace ldfi::systems
