// What an enumeration may say where it did not see everything: executions without an end, sets that
// are too many. Reports are made up, so that each case takes some lines.
#include "common/search/exhaustive.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/faults.hpp"
#include "test/support/fspec.hpp"
#include "test/support/rounds.hpp"

namespace ldfi::search {
namespace {

using testing::HasSubstr;

class ExhaustiveTest : public testing::Test {
 protected:
  /// Answers that all fault sets of the next size pass, except for what the report says.
  void answer(EnumerateReport report = {}) {
    const auto job = strategy_->next_job();
    ASSERT_TRUE(job.has_value());
    report.executed = runs_of(*job);
    strategy_->accept({job->id, 0, 0, std::move(report)});
  }
  void begin(ExhaustiveOptions options) { strategy_ = make_exhaustive(fspec_, options); }

  Fspec fspec_{test::fspec(4, 2, 0, {"a", "b"})};
  const FaultSet one_ = test::fault_set({{NodeId(0), NodeId(1), Time(1)}});
  const FaultSet other_ = test::fault_set({{NodeId(1), NodeId(0), Time(1)}});
  const FaultSet two_ =
      test::fault_set({{NodeId(0), NodeId(1), Time(1)}, {NodeId(0), NodeId(1), Time(2)}});
  std::unique_ptr<Strategy> strategy_;
};

TEST_F(ExhaustiveTest, MinimalOnlyIfAllSmallerSetsCameToAnEnd) {
  for (const bool ended : {true, false}) {
    begin({});
    answer();
    EnumerateReport singles;
    if (!ended) singles.unended = {{one_, "`c` counts on"}};
    answer(singles);
    EnumerateReport pairs;
    pairs.violating = 1;
    pairs.falsifiers = {two_};
    answer(pairs);
    ASSERT_TRUE(strategy_->finished());
    const SearchResult result = strategy_->result();
    ASSERT_EQ(result.falsifiers.size(), 1U);
    EXPECT_EQ(result.falsifiers[0].minimal, ended);
  }
}

TEST_F(ExhaustiveTest, CallsNothingMinimalWhenItHadToStop) {
  ExhaustiveOptions options;
  options.all = true;
  options.chunk = 1;
  begin(options);
  answer();
  EnumerateReport single;
  single.violating = 1;
  single.falsifiers = {one_};
  answer(single);
  strategy_->give_up("time");
  const SearchResult result = strategy_->result();
  EXPECT_EQ(result.reason, "time");
  ASSERT_EQ(result.falsifiers.size(), 1U);
  EXPECT_FALSE(result.falsifiers[0].minimal);
}

TEST_F(ExhaustiveTest, CertifiesOnlyWhatItExecuted) {
  ExhaustiveOptions options;
  options.largest = 1;
  begin(options);
  answer();
  answer();
  ASSERT_TRUE(strategy_->finished());
  const SearchResult result = strategy_->result();
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_THAT(result.reason, HasSubstr("all fault sets of at most 1 fault were executed"));
}

TEST_F(ExhaustiveTest, RefusesWhatCannotBeCounted) {
  if (test::has_sanitizers) GTEST_SKIP() << "takes a minute; e2e_search tries it, too";
  FspecParameters p{60, 40, 2, {"a", "b", "c", "d", "e", "f", "g", "h"}};
  p.crash_model = CrashModel::stop;
  p.restarts = 4;
  p.limits.partitions = 3;
  EXPECT_THROW(make_exhaustive(Fspec(p), {}), UsageError);
  const auto strategy = make_exhaustive(Fspec(p), {.largest = 1});
  EXPECT_TRUE(strategy->next_job().has_value());
  EXPECT_TRUE(strategy->result().reason.starts_with("all fault sets of at most 1 fault"));
}

TEST_F(ExhaustiveTest, HoldsOnlySoManySetsInMemory) {
  FspecParameters p{200'000, 30'000, 0, {"a"}};
  p.crash_model = CrashModel::stop;
  p.restarts = 1;
  p.limits.omissions = 0;
  const ExhaustiveOptions few{.most_given = 1000};
  try {
    make_exhaustive(Fspec(p), few);
    FAIL() << "it is not refused";
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("would have to run 900000001 fault sets and keep more than "
                                    "1000 of them in memory"));
  }
  const auto strategy = make_exhaustive(Fspec(p), {.most_given = 1000, .largest = 1});
  EXPECT_TRUE(strategy->next_job().has_value());
  EXPECT_TRUE(strategy->result().reason.starts_with("all fault sets of at most 0 faults"));
}

TEST_F(ExhaustiveTest, AListWithLargerSetsLeftOutIsNotComplete) {
  ExhaustiveOptions options;
  options.largest = 1;
  options.all = true;
  begin(options);
  answer();
  EnumerateReport singles;
  singles.violating = 1;
  singles.falsifiers = {other_};
  answer(singles);
  ASSERT_TRUE(strategy_->finished());
  const SearchResult result = strategy_->result();
  EXPECT_EQ(result.verdict, Verdict::counterexample);
  EXPECT_THAT(result.reason, HasSubstr("there are too many larger ones"));
}

}  // namespace
}  // namespace ldfi::search
