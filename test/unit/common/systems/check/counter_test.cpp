#include "common/systems/check/counter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "test/unit/common/systems/check/history_calls.hpp"

namespace ldfi::check {
namespace {

using histories::call;
using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Call acknowledged(std::int64_t delta) {
  return call("n0", {{"type", "add"}, {"delta", delta}}, {{"type", "add_ok"}});
}
Call unanswered(std::int64_t delta) {
  return call("n0", {{"type", "add"}, {"delta", delta}}, {});
}
Call failed(std::int64_t delta) {
  return call("n0", {{"type", "add"}, {"delta", delta}}, {{"type", "error"}, {"code", 11}});
}
Call last_read(const json& value, const std::string& node = "n1") {
  return call(node, {{"type", "read"}}, {{"type", "read_ok"}, {"value", value}});
}

Judgement of(const std::vector<Call>& calls) {
  return histories::of(systems::Checker::counter, calls);
}

TEST(Counter, EachSumOfASubsetOfTheOpenAddsIsPossible) {
  for (const int good : {1, 4, 6, 9}) {
    EXPECT_THAT(of({acknowledged(1), unanswered(5), unanswered(3), last_read(good)}).violated,
                IsEmpty())
        << good;
  }
  for (const int bad : {2, 3, 5, 7, 8}) {
    EXPECT_THAT(of({acknowledged(1), unanswered(5), unanswered(3), last_read(bad)}).violated,
                ElementsAre(HasSubstr("which is not the acknowledged sum 1 plus some of the "
                                      "unanswered adds 3, 5")))
        << bad;
  }
  for (const int bad : {0, 10}) {
    EXPECT_THAT(of({acknowledged(1), unanswered(5), unanswered(3), last_read(bad)}).violated,
                ElementsAre(HasSubstr("and the sum is 1 to 9")));
  }
}

TEST(Counter, NegativeAddsCountToo) {
  for (const int good : {5, 2, 9, 6}) {
    EXPECT_THAT(of({acknowledged(5), unanswered(-3), unanswered(4), last_read(good)}).violated,
                IsEmpty());
  }
  EXPECT_EQ(of({acknowledged(5), unanswered(-3), unanswered(4), last_read(7)}).violated.size(), 1U);
}

TEST(Counter, AFailedAddCountsForNothing) {
  EXPECT_THAT(of({acknowledged(1), failed(4), last_read(1)}).violated, IsEmpty());
  EXPECT_THAT(of({acknowledged(1), failed(4), last_read(5)}).violated,
              ElementsAre("n1 counts 5, and the sum is 1"));
}

TEST(Counter, AllLastReadsAreTheSameOnceAnAddIsAcknowledged) {
  EXPECT_THAT(of({acknowledged(5), unanswered(3), last_read(5), last_read(8, "n2")}).violated,
              ElementsAre("n1 counts 5, and n2 counts 8"));
  EXPECT_THAT(of({unanswered(3), last_read(0), last_read(3, "n2")}).violated, IsEmpty());
  EXPECT_THAT(of({unanswered(3), last_read(nullptr)}).violated, IsEmpty());
  EXPECT_THAT(of({acknowledged(3), last_read(nullptr)}).violated,
              ElementsAre("n1 does not answer its last read"));
}

TEST(Counter, SumsBeyond64BitsAreExact) {
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(of({acknowledged(most), unanswered(most), unanswered(-most), last_read(0)}).violated,
              IsEmpty());
  EXPECT_THAT(of({acknowledged(most), acknowledged(most), last_read(-2)}).violated,
              ElementsAre("n1 counts -2, and the sum is 18446744073709551614"));
}

TEST(Counter, ReadsFrom2To63OnDoNotWrap) {
  const json most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_THAT(of({acknowledged(-1), last_read(most)}).violated,
              ElementsAre("n1 counts 18446744073709551615, and the sum is -1"));
  constexpr auto least = std::numeric_limits<std::int64_t>::max();
  EXPECT_THAT(
      of({acknowledged(least), acknowledged(1), last_read(json(9223372036854775808U))}).violated,
      IsEmpty());
}

TEST(Counter, TooManySumsAreUndecidedByCountedWork) {
  std::vector<Call> calls;
  for (int i = 0; i < 40; ++i) calls.push_back(unanswered(std::int64_t{1} << i));
  calls.push_back(last_read(5));
  EXPECT_THAT(of(calls).undecided, HasSubstr("40 unanswered adds allow more sums"));
  // Many adds with the same delta have few different sums, so this history can be judged.
  calls.assign(2'000, unanswered(2));
  calls.push_back(last_read(7));
  EXPECT_EQ(of(calls).undecided, "");
  EXPECT_EQ(of(calls).violated.size(), 1U);
}

}  // namespace
}  // namespace ldfi::check
