#include "common/prove/certificate/circuit.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::certificate {
namespace {

TEST(CircuitTest, SimplifiesWhatIsConstant) {
  Circuit c;
  const int x = c.input("x");
  EXPECT_EQ(c.all({}), Circuit::yes);
  EXPECT_EQ(c.any({}), Circuit::no);
  EXPECT_EQ(c.all({x, Circuit::yes, x}), x);
  EXPECT_EQ(c.all({x, -x}), Circuit::no);
  EXPECT_EQ(c.any({x, -x}), Circuit::yes);
  EXPECT_EQ(c.input("x"), x);
  const int y = c.input("y");
  EXPECT_EQ(c.all({x, y}), c.all({y, x}));
}

TEST(CircuitTest, CountsExactly) {
  Circuit c;
  std::vector<int> of;
  for (const char* name : {"a", "b", "c", "d"}) of.push_back(c.input(name));
  const std::vector<int> least = c.at_least(of, 5);
  for (unsigned set = 0; set < 16; ++set) {
    std::vector<int> on;
    for (unsigned i = 0; i < 4; ++i) {
      if ((set >> i & 1U) != 0) on.push_back(of[i]);
    }
    for (std::size_t k = 0; k <= 5; ++k) EXPECT_EQ(c.value(least[k], on), on.size() >= k) << set;
  }
}

TEST(CircuitTest, ClausesHoldWhatIsNeededOnly) {
  Circuit c;
  const int x = c.input("x"), y = c.input("y");
  const int both = c.all({x, y});
  c.all({x, -y});
  EXPECT_EQ(c.clauses({{both}}), (std::vector<Clause>{{1}, {both}, {-both, x}, {-both, y}}));
  EXPECT_EQ(c.clauses({{-both}}), (std::vector<Clause>{{1}, {-both}, {both, -x, -y}}));
  EXPECT_THAT(c.clauses({{both, x}, {-both, y}}),
              testing::IsSupersetOf(std::vector<Clause>{{-both, x}, {-both, y}, {both, -x, -y}}));
}

}  // namespace
}  // namespace ldfi::certificate
