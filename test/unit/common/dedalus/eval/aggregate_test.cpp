#include "common/dedalus/eval/aggregate.hpp"

#include <gtest/gtest.h>

#include "test/unit/common/dedalus/eval/support.hpp"

namespace ldfi::test {
namespace {

TEST(Rules, AggregatesRunOverDistinctValuesOfEachGroup) {
  const auto e = one_tick(R"(
      a("x", 1)@1; a("x", 2)@1; a("y", 2)@1; b(1, 10)@1; b(2, 10)@1; b(2, -4)@1;
      number(X, count<Y>) :- a(X, Z), b(Z, Y);
      total(X, sum<Y>) :- a(X, Z), b(Z, Y);
      range(min<Y>, max<Y>) :- b(_, Y);
      both(X, count<Z>, sum<Y>) :- a(X, Z), b(Z, Y);
      names(count<X>) :- a(X, _);)");
  EXPECT_EQ(e.at("number", 1), "number(x,2) number(y,2)");
  EXPECT_EQ(e.at("total", 1), "total(x,6) total(y,6)");
  EXPECT_EQ(e.at("range", 1), "range(-4,10)");
  EXPECT_EQ(e.at("both", 1), "both(x,2,6) both(y,1,6)");
  EXPECT_EQ(e.at("names", 1), "names(2)");
}

TEST(Rules, NoAggregateOfAnEmptyGroup) {
  const auto e = one_tick(R"(
      a("x", 1)@1;
      number(count<Y>) :- a(_, Y), Y > 1;
      low(X, min<Y>) :- a(X, Y), Y > 1;)");
  EXPECT_EQ(e.at("number", 1), "");
  EXPECT_EQ(e.at("low", 1), "");
}

TEST(Arithmetic, SumOverflow) {
  const auto d = failure(
      "p(\"a\", 9223372036854775807)@1; p(\"a\", 1)@1;\n"
      "q(X, sum<V>) :- p(X, V);\n");
  EXPECT_EQ(d.message, "integer overflow");
  EXPECT_EQ(d.where.line, 2);
}

TEST(Arithmetic, SumOfDistinctValuesDoesNotDependOnTheOrder) {
  const auto e = one_tick(R"(
      p("a", 9223372036854775807)@1; p("a", 5)@1; p("a", -6)@1;
      q(X, sum<V>) :- p(X, V);)");
  EXPECT_EQ(e.at("q", 1), "q(a,9223372036854775806)");
}

}  // namespace
}  // namespace ldfi::test
