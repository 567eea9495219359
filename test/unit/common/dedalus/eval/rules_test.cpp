// What holds within one tick: facts, joins, comparisons, negation, recursion, aggregates (SEMANTICS
// §1).
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/support/execution.hpp"

namespace ldfi::test {
namespace {

Execution one_tick(const std::string& text) {
  return execute(text, fspec_of(1, {"a", "b"}));
}

TEST(Rules, FactsHoldAtTheirTickOnly) {
  const auto e = execute(R"(p("a", 1)@1; p("b", 2)@2; p("a", 3)@2;)", fspec_of(3, {"a", "b"}));
  EXPECT_EQ(e.at("p", 1), "p(a,1)");
  EXPECT_EQ(e.at("p", 2), "p(a,3) p(b,2)");
  EXPECT_EQ(e.at("p", 3), "");
  EXPECT_EQ(e.model->size(), 3U);
}

TEST(Rules, FactsAfterEotAreDropped) {
  const auto e = execute(R"(p("a")@1; p("b")@9;)", fspec_of(2, {"a", "b"}));
  EXPECT_EQ(e.model->size(), 1U);
  EXPECT_TRUE(e.model->tuples(e.relation("p"), Time(9)).empty());
  EXPECT_TRUE(e.model->tuples(e.relation("p"), Time(0)).empty());
}

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

TEST(Rules, RecursionReachesTheFixpoint) {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += "e(" + std::to_string(i) + ", " + std::to_string(i + 1) + ")@1;\n";
  text += "path(X, Y) :- e(X, Y);\n path(X, Z) :- path(X, Y), path(Y, Z);\n";
  const auto e = one_tick(text);
  EXPECT_EQ(e.model->tuples(e.relation("path"), Time(1)).size(), 41U * 40U / 2U);
}

TEST(Rules, MutualRecursion) {
  const auto e = one_tick(R"(
      s(0, 1)@1; s(1, 2)@1; s(2, 3)@1; s(3, 4)@1; zero(0)@1;
      even(X) :- zero(X);
      even(Y) :- odd(X), s(X, Y);
      odd(Y) :- even(X), s(X, Y);)");
  EXPECT_EQ(e.at("even", 1), "even(0) even(2) even(4)");
  EXPECT_EQ(e.at("odd", 1), "odd(1) odd(3)");
}

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

TEST(Rules, HeadsCompute) {
  const auto e = one_tick(R"(p("a", 7)@1; q(X, V + 1, -7 / 2, V / 2 * 2) :- p(X, V);)");
  EXPECT_EQ(e.at("q", 1), "q(a,8,-3,6)");
}

/// The one diagnostic of a run that fails.
Diagnostic failure(const std::string& text, const std::string& faults = "none") {
  try {
    execute(text, fspec_of(3, {"a", "b"}), faults);
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics().size(), 1U);
    return error.diagnostics().front();
  }
  ADD_FAILURE() << "the run does not fail";
  return {};
}

TEST(Arithmetic, OverflowIsLocatedAndNamesFaultsAndTick) {
  const auto d = failure(
      "p(\"a\", 9223372036854775806)@1;\n"
      "p(X, V + 1)@next :- p(X, V);\n",
      "O(a,b,1) C(b,2)");
  EXPECT_EQ(d.code, "arithmetic");
  EXPECT_EQ(d.message, "integer overflow");
  EXPECT_EQ(d.where.line, 2);
  EXPECT_EQ(d.where.column, 8);
  ASSERT_EQ(d.hints.size(), 1U);
  EXPECT_EQ(d.hints[0], "under the fault set O(a,b,1) C(b,2), at tick 2");
}

TEST(Arithmetic, DivisionByZero) {
  const auto d = failure("p(\"a\", 0)@1;\nq(X) :- p(X, V), 1 / V > 0;\n");
  EXPECT_EQ(d.message, "division by zero");
  EXPECT_EQ(d.where.line, 2);
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

TEST(Arithmetic, NothingIsComputedForTicksAfterEot) {
  const auto e = execute(R"(p("a", 9223372036854775807)@1; p(X, V + 1)@next :- p(X, V);)",
                         fspec_of(1, {"a", "b"}));
  EXPECT_EQ(e.at("p", 1), "p(a,9223372036854775807)");
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

/// The budget that ran out, and what was said about it.
std::pair<std::string, std::string> budget_of(const std::string& program,
                                              const eval::EvalLimits& limits) {
  try {
    execute(program, fspec_of(2, {"a"}), "none", limits);
  } catch (const BudgetExceeded& error) {
    return {error.budget(), error.what()};
  }
  return {};
}

TEST(Limits, OneTickMayHaveLessThanTheRun) {
  // 2, 4, 8 … facts: the tick that doubles them beyond a tenth ends it, long before their sum
  // would.
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
  EXPECT_EQ(said(doubles, 30, 1000),
            "an execution gains more than 100 facts at tick 7 alone; see --max-facts and "
            "--memory-limit");
  // As many facts in all, a few at each tick.
  const std::string keeps = "n(\"a\", 1)@1; n(N, X)@next :- n(N, X);";
  EXPECT_EQ(said(keeps, 900, 1000), "");
  EXPECT_EQ(said(keeps, 1100, 1000),
            "an execution has more than 1000 facts by tick 1000; see --max-facts and "
            "--memory-limit");
}

TEST(Limits, CountingWithinATickHasABudgetOfItsOwn) {
  const CountingLimits small{1'000, 10'000};
  const auto [facts, said] =
      budget_of(R"(p("a", 1)@1; p(X, V + 1) :- p(X, V);)", {.counting = small});
  EXPECT_EQ(facts, "facts");
  EXPECT_NE(said.find(":1:14: `p` counts on within one tick"), std::string::npos) << said;
  // Few facts, but many pairs of them.
  const std::string pairs = R"(p("a", 1)@1; p(X, V + W) :- p(X, V), p(X, W), V + W < 500;)";
  EXPECT_EQ(budget_of(pairs, {.counting = small}).first, "steps");
  // What is bounded, and what counts from tick to tick, is left alone.
  EXPECT_EQ(
      budget_of(R"(p("a", 1)@1; p(X, V + 1) :- p(X, V), V < 900;)", {.counting = small}).first, "");
  EXPECT_EQ(budget_of(R"(p("a", 1)@1; p(X, V + 1)@next :- p(X, V);)", {.counting = small}).first,
            "");
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
