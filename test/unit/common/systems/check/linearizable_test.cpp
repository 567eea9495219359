#include "common/systems/check/linearizable.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/unit/common/systems/check/register_histories.hpp"

namespace ldfi::check {
namespace {

using namespace ldfi::check::test;
using ::testing::ElementsAre;

std::optional<Conflict> conflict_of(const std::vector<RegisterCall>& calls) {
  Meter meter;
  return find_conflict(calls, meter);
}

TEST(Linearizable, OneAfterTheOther) {
  EXPECT_TRUE(linearizable({}));
  EXPECT_TRUE(linearizable({write(0, 1, 5), read(2, 3, 5)}));
  EXPECT_FALSE(linearizable({write(0, 1, 5), read(2, 3, 4)}));
  EXPECT_FALSE(linearizable({write(0, 1, 5), absent(2, 3)}));
  EXPECT_TRUE(linearizable({absent(0, 1), write(2, 3, 5)}));
}

TEST(Linearizable, AtOnceTheyMayHappenInAnyOrder) {
  EXPECT_TRUE(linearizable({write(0, 10, 5), absent(1, 2), read(3, 4, 5)}));
  EXPECT_FALSE(linearizable({write(0, 10, 5), read(1, 2, 5), absent(3, 4)}));
  EXPECT_TRUE(linearizable({write(0, 5, 1), absent(5, 6)})) << "equal times are at once";
}

TEST(Linearizable, AnOpenWriteMayHappenLaterOrNever) {
  const RegisterCall lost = open(write(0, 0, 5));
  EXPECT_TRUE(linearizable({lost, absent(10, 11), read(20, 21, 5)}));
  EXPECT_TRUE(linearizable({lost, absent(10, 11)}));
  EXPECT_FALSE(linearizable({lost, read(10, 11, 5), absent(20, 21)}));
}

TEST(Linearizable, CompareAndSet) {
  EXPECT_TRUE(linearizable({write(0, 1, 1), cas(2, 3, 1, 2), read(4, 5, 2)}));
  EXPECT_FALSE(linearizable({write(0, 1, 1), cas(2, 3, 7, 2)}));
  EXPECT_TRUE(linearizable({write(0, 1, 1), differs(2, 3, 7)}));
  EXPECT_FALSE(linearizable({write(0, 1, 1), differs(2, 3, 1)}));
  EXPECT_FALSE(linearizable({differs(2, 3, 1)})) << "the key is missing";
  RegisterCall creates = cas(0, 1, 7, 3);
  EXPECT_FALSE(linearizable({creates}));
  creates.creates = true;
  EXPECT_TRUE(linearizable({creates, read(2, 3, 3)}));
  EXPECT_TRUE(linearizable({write(0, 1, 1), open(cas(2, 0, 1, 2)), read(9, 10, 2)}));
  EXPECT_FALSE(linearizable({write(0, 1, 1), open(cas(2, 0, 4, 2)), read(9, 10, 2)}));
}

TEST(Linearizable, AnUnreadWriteCanMakeACasFail) {
  EXPECT_FALSE(linearizable({write(0, 1, 1), differs(2, 3, 1)}));
  EXPECT_TRUE(linearizable({write(0, 1, 1), open(write(0, 0, 2)), differs(2, 3, 1)}));
  EXPECT_FALSE(linearizable(
      {write(0, 1, 1), open(write(0, 0, 2)), differs(2, 3, 1), write(4, 5, 1), differs(6, 7, 1)}))
      << "once";
}

TEST(Linearizable, NamesTheFirstOperationThatDoesNotFit) {
  const auto conflict =
      conflict_of({write(0, 1, 1), write(2, 3, 2), read(4, 5, 1), read(6, 7, 2), absent(8, 9)});
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->call, 2U);
  EXPECT_EQ(conflict->ordered, 2U);
  EXPECT_THAT(conflict->last, ElementsAre(LastState{false, 1}));
  EXPECT_THAT(conflict->contradiction, ElementsAre(0U, 1U, 1U));
}

TEST(Linearizable, NamesItInASearchToo) {
  const auto conflict =
      conflict_of({write(0, 1, 1), cas(2, 3, 1, 2), read(4, 5, 1), read(6, 7, 2)});
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->call, 2U);
  EXPECT_EQ(conflict->ordered, 2U);
  EXPECT_THAT(conflict->last, ElementsAre(LastState{false, 1}));
}

/// Returns a history with many concurrent calls. No order allows the last read, but this shows only
/// after all calls are considered together.
std::vector<RegisterCall> hard_history() {
  std::vector<RegisterCall> calls;
  for (int i = 0; i < 30; ++i) {
    calls.push_back(cas(0, 100, i, i + 1));
    calls.push_back(write(0, 100, i));
  }
  calls.push_back(read(101, 102, 7));
  calls.push_back(read(103, 104, 8));
  return calls;
}

TEST(Linearizable, EndsWhenTheBudgetIsExhausted) {
  Meter meter;
  try {
    static_cast<void>(find_conflict(hard_history(), meter, {.states = 1000}));
    FAIL() << "it has more states";
  } catch (const BudgetExceeded& e) {
    EXPECT_TRUE(e.too_large());
  }
  for (int i = 0; i < 100'000; ++i)
    meter.step();  // the limit no longer applies, so this does not
                   // throw
}

TEST(Linearizable, EndsWhenTheTimeIsOver) {
  Meter meter([] { throw BudgetExceeded("time", "over"); });
  try {
    static_cast<void>(find_conflict(hard_history(), meter));
    FAIL() << "nobody asked for the time";
  } catch (const BudgetExceeded& e) {
    EXPECT_FALSE(e.too_large());
  }
}

TEST(Linearizable, AnImpossibleAnswerIsAConflictHoweverHardTheRestIs) {
  auto calls = hard_history();
  calls.push_back(call(Kind::impossible, 105, 106, 0));
  Meter meter;
  const auto conflict = find_conflict(calls, meter, {.states = 1000});
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->call, calls.size() - 1);
  EXPECT_FALSE(conflict->ordered);
}

}  // namespace
}  // namespace ldfi::check
