#include "common/systems/promise.hpp"

#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

std::string promise(const std::string& violated) {
  return promise_of(violated, {"n0", "n1", "db"});
}

TEST(Promise, IsWithoutNamesAndNumbers) {
  EXPECT_EQ(promise("n1 ended by itself"), "# ended by itself");
  EXPECT_EQ(promise("db ended by itself"), promise("n0 ended by itself"));
  EXPECT_EQ(promise("n10 ended by itself"), "n# ended by itself");
  EXPECT_EQ(promise("it reads -12 and 7"), "it reads # and #");
  EXPECT_EQ(promise("two_leaders(1): of term 1"), promise("two_leaders(22): of term 22"));
  EXPECT_NE(promise("n1 ended by itself"), promise("n1 says nothing"));
}

// Two violations by the same transaction break the same promise, even if in one of them the values
// of its reads are unknown.
TEST(Promise, IsWithoutWhatStandsInBrackets) {
  EXPECT_EQ(promise("G1b: T1 [r 1 [1]] reads 1, and T0 [append 1 1, r 1 [1]] does more"),
            promise("G1b: T2 [r 1] reads 1, and T0 [append 1 1, r 1] does more"));
  EXPECT_NE(promise("G1b: T1 [r 1] reads 1"), promise("G1a: T1 [r 1] reads 1"));
  EXPECT_EQ(promise("[1, 2] is lost"), promise("[3] is lost"));
  EXPECT_EQ(promise("a [ is open"), "a [ is open");
  EXPECT_EQ(promise("a ] is shut"), "a ] is shut");
}

TEST(Promise, IsWithoutTheExplanationOfAKey) {
  EXPECT_EQ(promise("key 1 is not linearizable: c4's read of \"x [\" at 5 ms fits nowhere"),
            promise("key 12 is not linearizable: c1's cas from 2 to 3 at 7 ms fits nowhere"));
  EXPECT_NE(promise("key 1 is not linearizable: c4's read"),
            promise("key \"a\" is not linearizable"));
}

}  // namespace
}  // namespace ldfi::systems
