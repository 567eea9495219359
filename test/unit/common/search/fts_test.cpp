#include "common/search/fts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

#include "common/campaign/executor.hpp"
#include "test/support/search/search.hpp"

namespace ldfi::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// An executor that gets the offers and outcomes of executions from the test. Faults are losses from a to b,
/// at the tick of their number.
class Told final : public campaign::Executor {
 public:
  struct Offering {
    int at;
    std::vector<std::string> ids;
    int hits = at;  ///< the tick of the event
  };
  Report execute(const Job& job) override {
    const auto& work = std::get<ExecuteJob>(job.work);
    EXPECT_TRUE(work.offers);
    std::string ticks;
    for (const Fault& fault : work.faults) ticks += std::to_string(first_tick(fault).tick());
    ran.push_back(ticks);
    ExecuteReport out;
    const auto outcome = outcomes.find(ticks);
    if (outcome != outcomes.end()) out.outcome = outcome->second;
    if (out.outcome == Outcome::violates) out.violated = {"pre(x)"};
    if (out.outcome == Outcome::error) out.error = "error under " + ticks;
    for (const Offering& one : offers[ticks])
      out.offers.push_back({omission(one.at), Time(one.hits), true, one.ids});
    return {job.id, 0, 5, out};
  }
  static FaultSet omission(int at) { return FaultSet({Omission{NodeId(0), NodeId(1), Time(at)}}); }

  /// Offers of each execution, by the ticks of its faults.
  std::map<std::string, std::vector<Offering>> offers;
  std::map<std::string, Outcome> outcomes;
  std::vector<std::string> ran;
};

class FtsTest : public ::testing::Test {
 protected:
  FtsTest() : fspec_({9, 8, 0, {"a", "b"}, EffMode::inclusive, CrashModel::silent}) {
    told_.offers = {{"", {{1, {"m"}}, {2, {"n"}}, {5, {"o", "p"}}}},
                    {"1", {{2, {"n"}}, {3, {"q"}}}},
                    {"2", {{1, {"m"}}, {5, {"o", "p"}}}},
                    {"5", {{3, {"w"}}, {6, {"p", "q"}}, {7, {"r"}}}},
                    {"13", {{4, {"n"}}}}};
  }
  SearchResult run(bool all, std::size_t parallel = 1, std::uint64_t order = 1) {
    told_.ran.clear();
    const auto strategy = search::make_fts(fspec_, {all, {}});
    return drive(*strategy, told_, parallel, order);
  }

  Fspec fspec_;
  Told told_;
};

TEST_F(FtsTest, RunsEachCombinationOnceLevelByLevel) {
  const SearchResult result = run(true);
  // Not 5 with 3, which comes before; not p twice; 4 with 1 and 3 offers m, q and n, which is another
  // combination.
  EXPECT_THAT(told_.ran, ElementsAre("", "1", "2", "5", "12", "13", "25", "57", "134"));
  EXPECT_EQ(result.executed, 9);
  EXPECT_EQ(result.executions.size(), 9U);
  EXPECT_EQ(result.executions[8].parent, 6U);
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_THAT(result.reason, HasSubstr("incomplete search"));
}

// Neither the same ids with other faults, nor the same faults with other ids.
TEST_F(FtsTest, RunsNothingTwice) {
  told_.offers = {{"", {{1, {"m"}}, {2, {"n"}}, {3, {"m"}}}},
                  {"1", {{4, {"n"}}, {2, {"k"}}}},
                  {"2", {{4, {"m"}}, {1, {"j"}, 2}}}};
  run(true);
  EXPECT_THAT(told_.ran, ElementsAre("", "1", "2", "14", "12"));
}

TEST_F(FtsTest, StopsAtTheFirstThatViolates) {
  told_.outcomes = {{"13", Outcome::violates}, {"25", Outcome::violates}};
  const SearchResult first = run(false);
  ASSERT_EQ(first.falsifiers.size(), 1U);
  EXPECT_EQ(first.falsifiers[0].faults.size(), 2U);
  EXPECT_FALSE(first.falsifiers[0].minimal);
  EXPECT_EQ(first.executed, 6);
  EXPECT_EQ(first.wasted, 0U);
  EXPECT_EQ(first.verdict, Verdict::counterexample);
  EXPECT_EQ(run(true).falsifiers.size(), 2U);
}

TEST_F(FtsTest, DoesNotDependOnTheWorkers) {
  told_.outcomes = {{"13", Outcome::violates}, {"57", Outcome::violates}};
  for (const bool all : {false, true}) {
    const SearchResult alone = run(all);
    for (std::uint64_t order = 1; order <= 20; ++order) {
      const SearchResult many = run(all, 5, order);
      EXPECT_EQ(outcome_text(many, fspec_), outcome_text(alone, fspec_));
      EXPECT_EQ(many.executed, alone.executed);
    }
  }
}

TEST_F(FtsTest, TellsOnlyTheSmallestOfWhatItFound) {
  told_.outcomes = {
      {"5", Outcome::violates}, {"57", Outcome::violates}, {"134", Outcome::violates}};
  const SearchResult result = run(true);
  ASSERT_EQ(result.falsifiers.size(), 2U);
  EXPECT_TRUE(result.falsifiers[0].minimal);
  EXPECT_EQ(result.falsifiers[0].violated, std::vector<std::string>{"pre(x)"});
  EXPECT_EQ(result.falsifiers[1].faults.size(), 3U);
}

TEST_F(FtsTest, KnowsABrokenProgramAndErrors) {
  told_.outcomes = {{"", Outcome::violates}};
  EXPECT_EQ(run(true).verdict, Verdict::broken);
  EXPECT_THAT(told_.ran, ElementsAre(""));
  told_.outcomes = {{"2", Outcome::error}};
  EXPECT_EQ(run(true).error, "error under 2");
  told_.outcomes = {{"2", Outcome::unended}};
  const SearchResult unended = run(true);
  EXPECT_EQ(unended.verdict, Verdict::inconclusive);
  EXPECT_THAT(unended.reason, HasSubstr("O(a,b,2)"));
}

TEST_F(FtsTest, GivesUpWithWhatItHas) {
  told_.outcomes = {{"2", Outcome::violates}};
  const auto strategy = search::make_fts(fspec_, {true, {}});
  for (int i = 0; i < 3; ++i) {
    const auto job = strategy->next_job();
    if (job) strategy->accept(told_.execute(*job));
  }
  strategy->give_up("time");
  const SearchResult result = strategy->result();
  EXPECT_TRUE(strategy->finished());
  EXPECT_EQ(result.reason, "time");
  EXPECT_EQ(result.falsifiers.size(), 1U);
}

TEST_F(FtsTest, RefusesAnOfferThatTheFspecDoesNotAllow) {
  told_.offers = {{"", {{9, {"late"}}}}};
  EXPECT_THROW(run(true), InternalError);
}

}  // namespace
}  // namespace ldfi::test
