#include "common/systems/holding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Holding, LetsComeWhatHasWaitedForEnough) {
  Holding<char> all;
  all.hold('a', "", 2);
  all.hold('b', "", 1);
  EXPECT_FALSE(all.blocks("")) << "what comes later overtakes it";
  EXPECT_THAT(all.count(), ElementsAre('b'));
  all.hold('c', "", 1);
  EXPECT_THAT(all.count(), ElementsAre('a', 'c')) << "in the order in which they came";
  EXPECT_TRUE(all.empty());
  EXPECT_THAT(all.count(), IsEmpty());
}

TEST(Holding, LetsComeWhatHasWaitedForLongEnough) {
  Holding<char> all;
  const auto ticket = all.hold('a', "", 3);
  all.hold('b', "", 3);
  EXPECT_THAT(all.count(), IsEmpty());
  EXPECT_THAT(all.expire(ticket), ElementsAre('a'));
  EXPECT_THAT(all.expire(ticket), IsEmpty()) << "it arrived before";
  EXPECT_THAT(all.count(), IsEmpty());
  EXPECT_THAT(all.count(), ElementsAre('b'));
}

TEST(Holding, KeepsTheOrderOfAChannel) {
  Holding<char> all;
  const auto first = all.hold('a', "n1", 2);
  EXPECT_TRUE(all.blocks("n1"));
  EXPECT_FALSE(all.blocks("n2"));
  all.hold('b', "n1", 0);
  all.hold('c', "n1", 1);
  const auto last = all.hold('d', "n1", 5);
  all.hold('e', "n2", 1);
  EXPECT_THAT(all.count(), ElementsAre('e')) << "c waits for a";
  EXPECT_THAT(all.expire(last), IsEmpty()) << "so does d, whose time is over";
  EXPECT_THAT(all.expire(first), ElementsAre('a'));
  EXPECT_TRUE(all.blocks("n1")) << "until it is there";
  for (const char next : {'b', 'c', 'd'}) EXPECT_THAT(all.next_of("n1"), ElementsAre(next));
  EXPECT_TRUE(all.blocks("n1"));
  EXPECT_THAT(all.next_of("n1"), IsEmpty());
  EXPECT_FALSE(all.blocks("n1"));
  EXPECT_THAT(all.next_of("n1"), IsEmpty());
  EXPECT_THAT(all.count(), IsEmpty());
}

TEST(Holding, WhatIsBlockedWaitsForItsOwnTurn) {
  Holding<char> all;
  all.hold('a', "n1", 1);
  all.hold('b', "n1", 2);
  EXPECT_THAT(all.count(), ElementsAre('a'));
  EXPECT_THAT(all.next_of("n1"), IsEmpty());
  EXPECT_THAT(all.count(), ElementsAre('b'));
}

// The wait of b ends early, but b must still wait for a. Both are then released at the same
// activation, and each only once.
TEST(Holding, LetsNothingComeTwice) {
  Holding<char> all;
  all.hold('a', "n1", 2);
  const auto ticket = all.hold('b', "n1", 2);
  EXPECT_THAT(all.expire(ticket), IsEmpty());
  EXPECT_THAT(all.count(), IsEmpty());
  EXPECT_THAT(all.count(), ElementsAre('a'));
  EXPECT_THAT(all.next_of("n1"), ElementsAre('b'));
  EXPECT_THAT(all.next_of("n1"), IsEmpty());
  EXPECT_TRUE(all.empty());
}

}  // namespace
}  // namespace ldfi::systems
