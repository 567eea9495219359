#include "common/campaign/double_runs.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/contract.hpp"

namespace ldfi::campaign {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<std::size_t> sample(std::uint64_t millionths, std::size_t executions) {
  const DoubleRuns runs(millionths);
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < executions; ++i) {
    if (runs.samples(i)) out.push_back(i);
  }
  return out;
}

std::vector<std::size_t> all_next(DoubleRuns& runs) {
  std::vector<std::size_t> out;
  while (const auto next = runs.next()) out.push_back(*next);
  return out;
}

TEST(DoubleRuns, SampleHasTheFirstTwoAndEqualDistances) {
  EXPECT_THAT(sample(0, 100), IsEmpty());
  EXPECT_THAT(sample(1, 100), ElementsAre(0, 1));
  EXPECT_THAT(sample(250'000, 13), ElementsAre(0, 1, 4, 8, 12));
  EXPECT_THAT(sample(1'000'000, 100), SizeIs(100));
  EXPECT_THAT(sample(50'000, 10'000), SizeIs(501));  // and execution 1, which is always repeated
}

TEST(DoubleRuns, RepeatsEachExecutionOnce) {
  DoubleRuns runs(0);
  for (const std::size_t i : {3U, 1U, 3U}) runs.add(i);
  EXPECT_THAT(all_next(runs), ElementsAre(3, 1));
  runs.add(1);
  EXPECT_THAT(all_next(runs), IsEmpty());
}

TEST(DoubleRuns, WhatAVerdictShowsComesFirst) {
  DoubleRuns runs(0);
  for (const std::size_t i : {1U, 2U, 3U}) runs.add(i);
  EXPECT_EQ(runs.next(), 1U);
  runs.add_first(1, false);  // execution 1 is being repeated
  runs.add_first(3, false);  // execution 3 waits for a repetition
  runs.add_first(4, false);
  EXPECT_THAT(all_next(runs), ElementsAre(4, 3, 2));
  runs.add_first(2, true);
  EXPECT_THAT(all_next(runs), ElementsAre(2));
}

TEST(DoubleRuns, CountsRepetitions) {
  DoubleRuns runs(0);
  runs.add(0);
  runs.add(1);
  EXPECT_FALSE(runs.is_running());
  all_next(runs);
  runs.answer();
  EXPECT_TRUE(runs.is_running());
  runs.answer();
  EXPECT_FALSE(runs.is_running());
  EXPECT_EQ(runs.answered(), 2U);
  EXPECT_THROW(runs.answer(), InternalError);
}

TEST(DoubleRuns, KeepsTenDifferences) {
  DoubleRuns runs(0);
  EXPECT_THAT(runs.differences(), IsEmpty());
  for (int i = 0; i < 20; ++i) runs.note_difference(std::to_string(i));
  EXPECT_THAT(runs.differences(), SizeIs(10));
  EXPECT_EQ(runs.differences().front(), "0");
}

TEST(DoubleRuns, KnowsWhatWasContradicted) {
  DoubleRuns runs(0);
  EXPECT_THROW(runs.contradict(5), InternalError);
  runs.add(5);
  runs.contradict(5);
  EXPECT_TRUE(runs.is_contradicted(5));
  EXPECT_FALSE(runs.is_contradicted(4));
}

TEST(DoubleRuns, RejectsMoreThanAll) {
  EXPECT_THROW(DoubleRuns(1'000'001), InternalError);
}

}  // namespace
}  // namespace ldfi::campaign
