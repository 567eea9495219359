#include "common/faults/kinds/crash.hpp"

#include <gtest/gtest.h>

#include "common/faults/fspec.hpp"
#include "common/faults/members.hpp"

namespace ldfi {
namespace {

const NodeId a(0);
const NodeId b(1);
const Fspec fspec({5, 3, 1, {"a", "two words"}, EffMode::inclusive, CrashModel::silent});

TEST(Crash, IsAdmittedUpToEot) {
  EXPECT_TRUE(admits(fspec, Crash{a, Time(1)}));
  EXPECT_TRUE(admits(fspec, Crash{a, Time(5)})) << "beyond EFF";
  EXPECT_FALSE(admits(fspec, Crash{a, Time(6)}));
  EXPECT_FALSE(admits(fspec, Crash{a, Time(0)}));
  EXPECT_FALSE(admits(fspec, Crash{NodeId(2), Time(1)})) << "no such node";
}

TEST(Crash, LosesEverythingOfItsNodeFromThenOn) {
  const Crash crash{a, Time(3)};
  const Losses lost = losses(crash);
  EXPECT_EQ(lost.from, a);
  EXPECT_FALSE(lost.to.has_value());
  EXPECT_EQ(lost.first, Time(3));
  EXPECT_GT(lost.last, Time(Fspec::max_eot));
  EXPECT_EQ(crash.state_of(a, Time(2)), NodeState::up);
  EXPECT_EQ(crash.state_of(a, Time(3)), NodeState::crashed);
  EXPECT_EQ(crash.state_of(b, Time(3)), NodeState::up);
}

TEST(Crash, IsToldInWords) {
  EXPECT_EQ(in_words(Crash{b, Time(3)}, fspec), "\"two words\" crashes at 3");
  EXPECT_EQ(as_cause(Crash{a, Time(1)}, fspec), "a crashed at 1");
}

}  // namespace
}  // namespace ldfi
