#include "common/systems/check/register_zones.hpp"

#include <gtest/gtest.h>

#include "common/systems/check/register_search.hpp"
#include "test/unit/common/systems/check/register_histories.hpp"

namespace ldfi::check {
namespace {

using namespace ldfi::check::test;

TEST(RegisterZones, TakesDistinctValuesOnly) {
  EXPECT_TRUE(has_distinct_values({write(0, 1, 1), write(0, 1, 2), read(2, 3, 1), absent(0, 1)}));
  EXPECT_FALSE(has_distinct_values({write(0, 1, 1), write(0, 1, 1), read(2, 3, 1)}));
  EXPECT_TRUE(has_distinct_values({write(0, 1, 1), write(0, 1, 1)})) << "nobody reads the value";
  EXPECT_FALSE(has_distinct_values({write(0, 1, 1), cas(0, 1, 1, 2)}));
  EXPECT_FALSE(has_distinct_values({write(0, 1, 1), differs(0, 1, 2)}));
}

TEST(RegisterZones, NullMayBeAValueOrAMissingKey) {
  RegisterCall null = read(2, 3, 1);
  null.or_absent = true;
  EXPECT_TRUE(has_distinct_values({null, write(0, 1, 2)}));
  EXPECT_FALSE(has_distinct_values({null, write(0, 1, 1)}));
  EXPECT_TRUE(linearizable({null, write(2, 3, 2)}));
  EXPECT_FALSE(linearizable({write(0, 1, 2), null}));
}

TEST(RegisterZones, FindsTheConflictOfTheSearch) {
  int conflicts = 0;
  constexpr int rounds = 400;
  for (int round = 0; round < rounds; ++round) {
    const Shape shape{.calls = 20 + round % 50,
                      .clients = 2 + round % 9,
                      .open_percent = round % 30,
                      .wrong_percent = round % 3 == 0 ? 0 : 8};
    const auto calls = random_history(static_cast<std::uint64_t>(round) + 1, shape);
    ASSERT_TRUE(has_distinct_values(calls));
    Meter meter;
    const auto answers = order_by_answer(calls);
    const auto conflict = conflict_of_zones(calls, answers, answers.size(), meter);
    const auto other = conflict_by_search(calls, answers, answers.size(), meter, {});
    ASSERT_EQ(conflict.has_value(), other.has_value()) << "round " << round;
    ASSERT_TRUE(!conflict || shape.wrong_percent > 0) << "round " << round;
    conflicts += conflict ? 1 : 0;
    if (!conflict) continue;
    EXPECT_EQ(conflict->call, other->call) << "round " << round;
    EXPECT_EQ(conflict->ordered, other->ordered) << "round " << round;
  }
  EXPECT_GT(conflicts, rounds / 5);
  EXPECT_LT(conflicts, rounds * 4 / 5);
}

}  // namespace
}  // namespace ldfi::check
