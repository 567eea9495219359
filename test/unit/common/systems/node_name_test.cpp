#include "common/systems/node_name.hpp"

#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

TEST(NodeName, IsAWordThatBeginsWithNoDotAndIsNoClient) {
  for (const char* const name : {"n0", "a", "c", "c1a", "C1", "lin-kv", "n.0", "_", "?"}) {
    EXPECT_FALSE(problem_of_node_name(name)) << name;
    EXPECT_FALSE(is_client_name(name)) << name;
  }
  for (const char* const name : {"c0", "c1", "c10"}) {
    EXPECT_TRUE(is_client_name(name));
    ASSERT_TRUE(problem_of_node_name(name));
    EXPECT_EQ(problem_of_node_name(name)->message, std::string(name) + " is the name of a client");
  }
  for (const std::string name : {"", ".", "..", ".a", "a b", "a,b", "\x1b"}) {
    EXPECT_TRUE(problem_of_node_name(name)) << name;
  }
  EXPECT_LT(problem_of_node_name(std::string(5000, 'a'))->message.size(), 200U);
}

}  // namespace
}  // namespace ldfi::systems
