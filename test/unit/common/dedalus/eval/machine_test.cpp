// Rules derive tuples within one tick: joins, comparisons, negation, arithmetic
// (docs/reference/dedalus.md).
#include "common/dedalus/eval/machine.hpp"

#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/support/execution.hpp"
#include "test/unit/common/dedalus/eval/support.hpp"

namespace ldfi::test {
namespace {

TEST(Rules, JoinsBindRepeatedVariablesAndConstants) {
  const auto e = one_tick(R"(
      e("a", "b")@1; e("b", "b")@1; e("b", "a")@1;
      loop(X) :- e(X, X);
      two(X, Z) :- e(X, Y), e(Y, Z);
      from_a(Y) :- e("a", Y);
      tagged(X, "tag", 7) :- e(X, _);)");
  EXPECT_EQ(e.at("loop", 1), "loop(b)");
  EXPECT_EQ(e.at("two", 1), "two(a,a) two(a,b) two(b,a) two(b,b)");
  EXPECT_EQ(e.at("from_a", 1), "from_a(b)");
  EXPECT_EQ(e.at("tagged", 1), "tagged(a,tag,7) tagged(b,tag,7)");
}

TEST(Rules, ComparisonsFilterNumbersAndStrings) {
  const auto e = one_tick(R"(
      n("a", -1)@1; n("a", 0)@1; n("b", 5)@1;
      less(X) :- n(_, X), X < 0;
      most(X) :- n(_, X), X <= 0;
      sum(X, Y) :- n(_, X), n(_, Y), X + Y == 4;
      other(X, Y) :- n(X, _), n(Y, _), X != Y;
      right(X) :- n("a", X), 10 - 2 * 3 - 4 == X;)");
  EXPECT_EQ(e.at("less", 1), "less(-1)");
  EXPECT_EQ(e.at("most", 1), "most(-1) most(0)");
  EXPECT_EQ(e.at("sum", 1), "sum(-1,5) sum(5,-1)");
  EXPECT_EQ(e.at("other", 1), "other(a,b) other(b,a)");
  EXPECT_EQ(e.at("right", 1), "right(0)");
}

TEST(Rules, NegationAsksWhetherAnyTupleMatches) {
  const auto e = one_tick(R"(
      n("a")@1; n("b")@1; ack("b", "x", 3)@1;
      none(X) :- n(X), notin ack(X, _, _);
      some(X) :- n(X), notin none(X);
      exact(X) :- n(X), notin ack(X, "x", 4);
      silent(X) :- n(X), notin nobody(_);
      nobody(X) :- n(X), X == "c";)");
  EXPECT_EQ(e.at("none", 1), "none(a)");
  EXPECT_EQ(e.at("some", 1), "some(b)");
  EXPECT_EQ(e.at("exact", 1), "exact(a) exact(b)");
  EXPECT_EQ(e.at("silent", 1), "silent(a) silent(b)");
}

TEST(Rules, HeadsCompute) {
  const auto e = one_tick(R"(p("a", 7)@1; q(X, V + 1, -7 / 2, V / 2 * 2) :- p(X, V);)");
  EXPECT_EQ(e.at("q", 1), "q(a,8,-3,6)");
}

TEST(Arithmetic, DivisionByZero) {
  const auto d = failure("p(\"a\", 0)@1;\nq(X) :- p(X, V), 1 / V > 0;\n");
  EXPECT_EQ(d.message, "division by zero");
  EXPECT_EQ(d.where.line, 2);
}

TEST(Arithmetic, IsGuardedByAllOtherPremises) {
  const auto e = one_tick(R"(
      p("a", 0)@1; p("b", 2)@1; bad("a")@1;
      unequal(X) :- p(X, V), 4 / V == 2, V != 0;
      negated(X) :- p(X, V), 4 / V == 2, notin bad(X);
      head(X, 4 / V) :- p(X, V), V > 0;)");
  EXPECT_EQ(e.at("unequal", 1), "unequal(b)");
  EXPECT_EQ(e.at("negated", 1), "negated(b)");
  EXPECT_EQ(e.at("head", 1), "head(b,2)");
}

TEST(Limits, TooManyFactsIsABudget) {
  try {
    execute(R"(p("a", 1)@1; p(X, V + 1) :- p(X, V);)", fspec_of(1, {"a"}), "none",
            {.max_facts = 1000});
    FAIL() << "an endless count ended";
  } catch (const BudgetExceeded& error) {
    EXPECT_EQ(error.budget(), "facts");
  }
}

TEST(Limits, OneTickMayHaveLessThanTheRun) {
  // The number of facts doubles at each tick: 2, 4, 8 … The run ends at the tick that adds more
  // than a tenth of the limit for all ticks, long before the facts of all ticks reach that limit.
  const std::string doubles =
      "n(\"a\", 1)@1; n(N, X * 2)@next :- n(N, X); n(N, X * 2 + 1)@next :- n(N, X);";
  const auto said = [](const std::string& program, int eot, std::size_t most) -> std::string {
    try {
      execute(program, fspec_of(eot, {"a"}), "none",
              {.max_facts = most, .max_tick_facts = most / 10});
    } catch (const BudgetExceeded& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(
      said(doubles, 30, 1000),
      "an execution has more than 100 new facts at tick 7; raise --max-facts or --memory-limit");
  // This program derives as many facts in total, but few at each tick.
  const std::string keeps = "n(\"a\", 1)@1; n(N, X)@next :- n(N, X);";
  EXPECT_EQ(said(keeps, 900, 1000), "");
  EXPECT_EQ(
      said(keeps, 1100, 1000),
      "an execution has more than 1000 facts up to tick 1000; raise --max-facts or --memory-limit");
}

TEST(Limits, AJoinThatFindsNothingIsStoppedByTheCheck) {
  std::string program = R"(q(X) :- p(X, A), p(X, B), p(X, C), p(X, D), A + B + C + D < 0;)";
  for (int i = 0; i < 60; ++i) program += "p(\"a\", " + std::to_string(i) + ")@1;";
  int asked = 0;
  const auto check = [&asked] {
    if (++asked == 3) throw BudgetExceeded("time", "time");
  };
  EXPECT_EQ(budget_of(program, {.check = check}).first, "time");
}

}  // namespace
}  // namespace ldfi::test
