#include "common/systems/check/register_search.hpp"

#include <gtest/gtest.h>

#include "test/unit/common/systems/check/register_histories.hpp"

namespace ldfi::check {
namespace {

using namespace ldfi::check::test;

TEST(RegisterSearch, FindsAnOrderOfACorrectRegister) {
  for (int round = 0; round < 200; ++round) {
    const auto calls =
        random_history(static_cast<std::uint64_t>(round) + 1, {.calls = 60,
                                                               .clients = 2 + round % 7,
                                                               .cas_percent = 30,
                                                               .open_percent = round % 20,
                                                               .values = 3 + round % 4});
    EXPECT_TRUE(linearizable(calls)) << "round " << round;
  }
}

TEST(RegisterSearch, OpenWritesThatNobodyReadsAreOneState) {
  std::vector<RegisterCall> calls{write(0, 1, 1)};
  for (int i = 0; i < 200; ++i) calls.push_back(open(write(2, 0, 100 + i)));
  for (int i = 0; i < 100; ++i) {
    calls.push_back(differs(10 * i + 10, 10 * i + 11, 1));
    calls.push_back(write(10 * i + 12, 10 * i + 13, 1));
  }
  EXPECT_TRUE(linearizable(calls, {.states = 2000}));
  calls.push_back(cas(2000, 2001, 1, 2));
  calls.push_back(read(2002, 2003, 1));
  EXPECT_FALSE(linearizable(calls, {.states = 2000}));
}

TEST(RegisterSearch, WritesAtOnceAreFewStates) {
  std::vector<RegisterCall> calls;
  for (int i = 0; i < 100; ++i) calls.push_back(write(0, 100, i / 2));
  calls.push_back(differs(101, 102, 1000));
  calls.push_back(cas(103, 104, 7, 8));
  calls.push_back(read(105, 106, 8));
  EXPECT_TRUE(linearizable(calls, {.states = 20'000}));
  calls.push_back(read(107, 108, 7));
  EXPECT_FALSE(linearizable(calls, {.states = 20'000}));
}

TEST(RegisterSearch, ManyClientsWithCasAreFewStates) {
  const auto calls =
      random_history(1, {.calls = 10'000, .clients = 100, .cas_percent = 30, .values = 5});
  EXPECT_TRUE(linearizable(calls, {.states = 50'000}));
}

TEST(RegisterSearch, NamesTheLastAnswerThatAPostponedStateReaches) {
  // Two cas (compare-and-set) need the value 1, which is written only once. The conflict is found
  // at the answer of the second cas, and the reads before have a possible order.
  Meter meter;
  const auto conflict = find_conflict(
      {write(0, 1, 1), cas(2, 20, 1, 2), cas(2, 30, 1, 3), read(3, 4, 1), read(5, 25, 3)}, meter);
  ASSERT_TRUE(conflict);
  EXPECT_EQ(conflict->ordered, 3U);
  EXPECT_EQ(conflict->call, 4U);
}

TEST(RegisterSearch, HasNoRecursionAsDeepAsTheHistory) {
  std::vector<RegisterCall> calls;
  for (int i = 0; i < 200'000; i += 2) {
    calls.push_back(write(10 * i, 10 * i + 15, i % 8));
    calls.push_back(cas(10 * i + 16, 10 * i + 19, i % 8, i % 8 + 1));
  }
  EXPECT_TRUE(linearizable(calls));
}

}  // namespace
}  // namespace ldfi::check
