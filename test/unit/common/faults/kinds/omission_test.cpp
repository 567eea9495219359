#include "common/faults/kinds/omission.hpp"

#include <gtest/gtest.h>

#include "common/faults/fspec.hpp"
#include "common/faults/members.hpp"

namespace ldfi::omission_test {
namespace {

const NodeId a(0);
const NodeId b(1);

Fspec fspec_of(EffMode mode) {
  return Fspec({5, 3, 0, {"a", "two words"}, mode, CrashModel::silent});
}

TEST(Omission, IsAdmittedUpToEff) {
  const Fspec inclusive = fspec_of(EffMode::inclusive);
  EXPECT_TRUE(admits(inclusive, Omission{a, b, Time(1)}));
  EXPECT_TRUE(admits(inclusive, Omission{a, b, Time(3)}));
  EXPECT_FALSE(admits(inclusive, Omission{a, b, Time(4)}));
  EXPECT_FALSE(admits(inclusive, Omission{a, b, Time(0)}));
  EXPECT_FALSE(admits(fspec_of(EffMode::exclusive), Omission{a, b, Time(3)}));
  EXPECT_FALSE(admits(inclusive, Omission{a, NodeId(2), Time(1)})) << "no such node";
}

TEST(Omission, LosesOneMessageAndLeavesItsNodesUp) {
  const Losses lost = losses(Omission{a, b, Time(2)});
  EXPECT_EQ(lost.from, a);
  EXPECT_EQ(lost.to, b);
  EXPECT_EQ(lost.first, Time(2));
  EXPECT_EQ(lost.last, Time(2));
  EXPECT_EQ(state_of(Omission{a, b, Time(2)}, a, Time(2)), NodeState::up);
}

TEST(Omission, FromANodeToItselfIsMalformed) {
  EXPECT_STREQ((Omission{a, a, Time(1)}.malformed()), "sender and receiver of an omission differ");
  EXPECT_EQ((Omission{a, b, Time(1)}.malformed()), nullptr);
  EXPECT_FALSE(admits(fspec_of(EffMode::inclusive), Omission{a, a, Time(1)}));
}

TEST(Omission, IsToldInWords) {
  const Fspec fspec = fspec_of(EffMode::inclusive);
  EXPECT_EQ(in_words(Omission{a, b, Time(3)}, fspec),
            "messages from a to \"two words\" sent at 3 are lost");
  EXPECT_EQ(as_cause(Omission{b, a, Time(1)}, fspec), "lost: \"two words\" → a, sent at 1");
}

}  // namespace
}  // namespace ldfi::omission_test
