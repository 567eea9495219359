#include "common/search/random.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/faults/fault_sampler.hpp"
#include "test/support/faults.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

const char* const deliver =
    "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); got(B)@next :- got(B); pre(\"x\")@3; post(\"x\") "
    ":- got(_);";

FspecParameters parameters(int eff) {
  return {3, eff, 1, {"a", "b"}, EffMode::inclusive, CrashModel::silent};
}

class Random : public ::testing::Test {
 protected:
  SearchResult run(const char* text, int eff, search::RandomOptions options,
                   std::size_t parallel = 1, std::uint64_t order = 1) {
    const Search s(text, parameters(eff));
    const auto executor = execute::make_ground_executor(s.universe());
    const auto strategy = search::make_random(s.fspec(), options);
    return drive(*strategy, *executor, parallel, order);
  }
};

TEST_F(Random, ReportsTheFirstViolatingSetOfTheSequenceAsItWasDrawn) {
  const auto result = run(deliver, 2, {.seed = 5});
  EXPECT_EQ(result.verdict, Verdict::counterexample);
  ASSERT_EQ(result.falsifiers.size(), 1U);
  const Fspec fspec(parameters(2));
  const FaultSampler sets(fspec, 5);
  const auto index = static_cast<std::uint64_t>(result.executed) - 1;
  EXPECT_EQ(result.falsifiers[0].faults, sets.draw(index));
  EXPECT_EQ(result.falsifiers[0].minimal, sets.draw(index).size() == 1);
  const FaultSet loss = test::fault_set({{NodeId(0), NodeId(1), Time(1)}}, {});
  const FaultSet crash = test::fault_set({}, {{NodeId(0), Time(1)}});
  for (std::uint64_t i = 0; i < index; ++i) {
    EXPECT_FALSE(loss.subset_of(sets.draw(i)) || crash.subset_of(sets.draw(i))) << i;
  }
}

// The search waits longer for a rarely lost message. Without losses and crashes, it arrives.
TEST_F(Random, DrawsByWeights) {
  FaultWeights seldom;
  seldom.of<Omission>() = seldom.of<Crash>() = FaultWeights::one / 500;
  const FaultSampler sets(Fspec(parameters(2)), 5, seldom);
  for (const std::size_t parallel : {1U, 7U}) {
    const auto result = run(deliver, 2, {.seed = 5, .weights = seldom}, parallel);
    ASSERT_EQ(result.falsifiers.size(), 1U);
    EXPECT_GT(result.executed, 8);
    EXPECT_EQ(result.falsifiers[0].faults,
              sets.draw(static_cast<std::uint64_t>(result.executed) - 1));
  }
  FaultWeights never;
  never.of<Omission>() = never.of<Crash>() = 0;
  const auto result = run(deliver, 2, {.max_runs = 500, .weights = never});
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.executed, 500);
}

TEST_F(Random, DependsOnTheSeedAndNotOnTheWorkers) {
  std::set<FaultSet> found;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto alone = run(deliver, 2, {.seed = seed});
    ASSERT_EQ(alone.falsifiers.size(), 1U);
    found.insert(alone.falsifiers[0].faults);
    for (std::uint64_t order = 1; order <= 5; ++order) {
      const auto many = run(deliver, 2, {.seed = seed}, 7, order);
      EXPECT_EQ(many.falsifiers[0].faults, alone.falsifiers[0].faults);
      EXPECT_EQ(many.executed, alone.executed);
    }
  }
  EXPECT_GT(found.size(), 5U);
}

TEST_F(Random, ProvesNothing) {
  for (const std::uint64_t runs : {1U, 63U, 64U, 1000U, 100'000U}) {
    const auto result = run("m(\"a\")@1; pre(\"x\")@3; post(\"x\")@3; n(X)@async :- m(X);", 2,
                            {.seed = 1, .max_runs = runs}, 3);
    EXPECT_EQ(result.verdict, Verdict::inconclusive);
    EXPECT_EQ(result.reason, "no counterexample found by an incomplete search (runs)");
    EXPECT_EQ(result.executed, runs);
    EXPECT_EQ(result.wasted, 0U);
  }
}

TEST_F(Random, FindsABrokenProgramAtOnce) {
  const auto result = run("m(\"a\")@1; pre(\"x\")@3; post(X) :- m(X);", 2, {});
  EXPECT_EQ(result.verdict, Verdict::broken);
  EXPECT_EQ(result.executed, 1);
}

TEST_F(Random, EndsWithTheFaultSetOfAnArithmeticError) {
  const std::string text =
      std::string(deliver) +
      "n(\"b\", 1 / 0) :- tick(\"b\"), notin got(\"b\"); tick(\"b\")@2; pre(X) :- n(X, _);"
      "post(X) :- n(X, _);";
  const auto result = run(text.c_str(), 2, {.max_runs = 20'000});
  EXPECT_THAT(result.error, ::testing::HasSubstr("--replay 'O(a,b,1)"));
}

TEST_F(Random, SaysWhichBudgetEndedIt) {
  const Fspec fspec(parameters(2));
  const auto strategy = search::make_random(fspec, {});
  ASSERT_TRUE(strategy->next_job().has_value());
  strategy->give_up("time");
  EXPECT_TRUE(strategy->finished());
  EXPECT_EQ(strategy->result().verdict, Verdict::inconclusive);
  EXPECT_EQ(strategy->result().reason, "no counterexample found by an incomplete search (time)");
  EXPECT_EQ(strategy->result().wasted, 64U);
}

}  // namespace
}  // namespace ldfi::test
