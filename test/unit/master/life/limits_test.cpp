// How far each stage of a run may exceed the limits of time and memory, as
// docs/reference/config.md#limits promises.
#include "master/life/limits.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "common/base/errors.hpp"
#include "common/base/memory.hpp"

namespace ldfi::app {
namespace {

/// True if a run with this time limit has used up its budget after so many seconds.
bool over(double limit_s, Stage stage, double seconds) {
  config::Options options;
  options.time_limit_s = limit_s;
  const BudgetCheck check = budget_check(
      options, [seconds] { return seconds; }, stage);
  try {
    check();
    return false;
  } catch (const BudgetExceeded& e) {
    EXPECT_EQ(e.budget(), "time");
    return true;
  }
}

TEST(Limits, ToEndInOrderTakesAQuarterMore) {
  EXPECT_FALSE(over(60, Stage::searching, 59.9));
  EXPECT_TRUE(over(60, Stage::searching, 60.1));
  // Replay may use half of the extra quarter; the rest is for writing.
  EXPECT_FALSE(over(60, Stage::replaying, 67.4));
  EXPECT_TRUE(over(60, Stage::replaying, 67.6));
  EXPECT_FALSE(over(60, Stage::writing, 74.9));
  EXPECT_TRUE(over(60, Stage::writing, 75.1));
}

TEST(Limits, ToEndInOrderTakesHalfASecondInAnyCase) {
  EXPECT_FALSE(over(0.1, Stage::replaying, 0.34));
  EXPECT_FALSE(over(0.1, Stage::writing, 0.59));
  EXPECT_TRUE(over(0.1, Stage::writing, 0.61));
}

TEST(Limits, GraphsLeaveTheMemoryThatWritingThemTakes) {
  constexpr std::uint64_t room = std::uint64_t{400} << 20U;
  config::Options options;
  options.memory_limit_bytes = resident_bytes() + room;
  const BudgetCheck check = graph_check(options, budget_check(options));
  const std::vector<char> some(room / 5, 1);
  EXPECT_NO_THROW(check());
  // Fits into the limit, but writing the graphs would need twice this memory in addition.
  const std::vector<char> more(room / 4, 1);
  EXPECT_THROW(check(), BudgetExceeded);
}

}  // namespace
}  // namespace ldfi::app
