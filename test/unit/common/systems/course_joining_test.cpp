#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/systems/faults/fault_text.hpp"
#include "test/unit/common/systems/followed.hpp"

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;

constexpr const char* up_to_five = R"(, "delays": {"behind": 5, "within": 9})";

std::string held_then(int time, int number = 0) {
  return fmt::format(R"({{"e": "hold", "t": {}, "id": ["n0", "n1", "m", {}]}})"
                     "\n",
                     time, number);
}

std::string late_from(int time, int number = 0) {
  return sent(time, "late", number, fmt::format(R"(, "arrive": {})", time + 10));
}

/// Returns for each message the numbers of activations for which it may wait without a change of
/// the execution. All other messages wait as recorded.
std::vector<std::vector<std::uint64_t>> numbers(const std::string& text) {
  const auto [course, problem] = followed(text + verdict());
  EXPECT_EQ(problem, "") << text;
  std::vector<std::vector<std::uint64_t>> out;
  for (const Joining& one : course.joinings) {
    out.emplace_back();
    for (std::uint64_t k = 1; k <= 5; ++k) {
      if (one.fits(k)) out.back().push_back(k);
    }
  }
  return out;
}

std::string two(const std::string& first, const std::string& second) {
  return header_of(up_to_five, {"D(n0,n1,m#0,+#" + first + ")", "D(n0,n1,m#1,+#" + second + ")"}) +
         late_from(1) + late_from(1, 1) + held_then(11) + held_then(11, 1);
}

TEST(Joinings, OfWhatComesRightBehindEachOtherTheFirstIsBound) {
  const std::string text = two("1", "1") + at("timer", 13, "n1") + received(13) + received(13, 1);
  EXPECT_THAT(numbers(text), ElementsAre(ElementsAre(1), ElementsAre(1, 2)));
  const Course course = followed(text + verdict()).course;
  EXPECT_EQ(course.joinings[1].before, 0U);
  EXPECT_TRUE(course.joinings[1].follows(1, course.joinings[0], 1)) << "it was held later";
}

TEST(Joinings, WhatWasHeldSoonerHasToJoinLater) {
  const Course course =
      followed(two("2", "1") + at("timer", 13, "n1") + received(13, 1) + received(13) + verdict())
          .course;
  EXPECT_EQ(course.joinings[0].before, 1U);
  EXPECT_FALSE(course.joinings[0].follows(1, course.joinings[1], 1));
  EXPECT_TRUE(course.joinings[0].follows(2, course.joinings[1], 1));
}

TEST(Joinings, BehindMoreThanItsReceiverDoesIsAllTheSame) {
  const std::string head =
      header_of(up_to_five, {"D(n0,n1,m#0,+#2)"}) + late_from(1) + held_then(11);
  EXPECT_THAT(numbers(head + at("timer", 12, "n1") + received(20)),
              ElementsAre(ElementsAre(2, 3, 4, 5)));
  EXPECT_THAT(numbers(head + at("timer", 12, "n1")), ElementsAre(ElementsAre(2, 3, 4, 5)))
      << "it ends before";
  EXPECT_THAT(numbers(head + at("timer", 12, "n1") + at("timer", 13, "n1") + received(13)),
              ElementsAre(ElementsAre(2)));
}

TEST(Joinings, WhatIsOverAnywayMayWaitForMore) {
  const std::string text = two("1", "1") + received(20) + received(20, 1);
  EXPECT_THAT(numbers(text), ElementsAre(ElementsAre(1, 2, 3, 4, 5), ElementsAre(1, 2, 3, 4, 5)));
  EXPECT_THAT(numbers(text + at("timer", 20, "n0")),
              ElementsAre(ElementsAre(1, 2, 3, 4, 5), ElementsAre(1)))
      << "that might have been before";
  EXPECT_THAT(numbers(text + at("timer", 21, "n0")),
              ElementsAre(ElementsAre(1, 2, 3, 4, 5), ElementsAre(1, 2, 3, 4, 5)));
}

// A message that waits for an earlier message of its channel may also be delayed itself. The
// execution is the same, unless the delay lasts longer than that wait.
TEST(Joinings, WhatIsBlockedNeedNotBeLate) {
  const std::string spec_of_it = R"(, "order": "fifo", "delays": {"behind": 5, "within": 9})";
  const std::string text = header_of(spec_of_it, {"D(n0,n1,m#0,+#1)"}) + late_from(1) +
                           sent(1, "ok", 1, R"(, "arrive": 11)") + held_then(11) +
                           held_then(11, 1) + at("timer", 13, "n1") + received(13) +
                           received(13, 1);
  EXPECT_THAT(numbers(text), ElementsAre(ElementsAre(1), ElementsAre(1, 2)));
  const Course course = followed(text + verdict()).course;
  EXPECT_FALSE(course.joinings[0].fits(0));
  EXPECT_TRUE(course.joinings[1].fits(0));
}

TEST(Joinings, WhatANodeIsDownForJoinedWhenItDid) {
  EXPECT_THAT(numbers(two("1", "1") + at("timer", 13, "n1") + received(13) + at("exit", 13, "n1")),
              ElementsAre(ElementsAre(1), ElementsAre(1)));
}

TEST(Joinings, AreNotLookedAtWhereNodesCrash) {
  const std::string more = R"(, "crashes": 1, "delays": {"behind": 5, "within": 9})";
  EXPECT_THAT(numbers(header_of(more, {"D(n0,n1,m#0,+#2)", "C(n0,#1)"}) + late_from(1) +
                      held_then(11) + at("crash", 12, "n0")),
              ElementsAre());
}

}  // namespace
}  // namespace ldfi::systems
