#include "common/campaign/recurrences.hpp"

#include <gtest/gtest.h>

#include "common/base/contract.hpp"

namespace ldfi::campaign {
namespace {

TEST(Recurrences, RepeatsEachViolationAsOftenAsWanted) {
  Recurrences all(3);
  all.begin(7);
  all.begin(4);
  std::vector<std::pair<std::size_t, std::uint64_t>> attempts;
  while (const auto next = all.next()) attempts.emplace_back(next->execution, next->number);
  EXPECT_EQ(attempts, (std::vector<std::pair<std::size_t, std::uint64_t>>{
                          {4, 0}, {4, 1}, {4, 2}, {7, 0}, {7, 1}, {7, 2}}));
}

TEST(Recurrences, AnswersWithTheLastRepetition) {
  Recurrences all(3);
  all.begin(0);
  while (all.next()) continue;
  EXPECT_EQ(all.answer(0, true), std::nullopt);
  EXPECT_EQ(all.answer(0, false), std::nullopt);
  EXPECT_FALSE(all.empty());
  EXPECT_EQ(all.answer(0, true), 2U);
  EXPECT_TRUE(all.empty());
  EXPECT_EQ(all.answered(), 3U);
}

TEST(Recurrences, RejectsWhatWasNotRequested) {
  EXPECT_FALSE(Recurrences(0).wanted());
  EXPECT_THROW(Recurrences(0).begin(0), InternalError);
  Recurrences all(1);
  all.begin(0);
  EXPECT_THROW(all.begin(0), InternalError);
  EXPECT_THROW((void)all.answer(0, true), InternalError);
  all.next();
  EXPECT_THROW((void)all.answer(1, true), InternalError);
  EXPECT_EQ(all.answer(0, true), 1U);
}

}  // namespace
}  // namespace ldfi::campaign
