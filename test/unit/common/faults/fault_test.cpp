#include "common/faults/fault.hpp"

#include <gtest/gtest.h>

#include "common/faults/fspec.hpp"

namespace ldfi::fault_test {
namespace {

const NodeId a(0);
const NodeId b(1);
const NodeId c(2);

TEST(Fault, LosesWhatItsKindSays) {
  const Fault omission = Omission{a, b, Time(2)};
  EXPECT_TRUE(loses(omission, {a, b, Time(2)}));
  EXPECT_FALSE(loses(omission, {a, b, Time(3)}));
  EXPECT_FALSE(loses(omission, {a, c, Time(2)}));
  EXPECT_FALSE(loses(omission, {b, a, Time(2)}));
  const Fault crash = Crash{a, Time(2)};
  EXPECT_FALSE(loses(crash, {a, b, Time(1)}));
  EXPECT_TRUE(loses(crash, {a, b, Time(2)}));
  EXPECT_TRUE(loses(crash, {a, c, Time(9)}));
  EXPECT_FALSE(loses(crash, {b, a, Time(9)})) << "what others send to it";
}

TEST(Fault, AnOmissionOfWhatACrashLosesIsRedundant) {
  const Fault crash = Crash{a, Time(2)};
  EXPECT_TRUE(redundant(Omission{a, b, Time(2)}, crash));
  EXPECT_FALSE(redundant(Omission{a, b, Time(1)}, crash));
  EXPECT_FALSE(redundant(Omission{b, a, Time(3)}, crash));
  EXPECT_FALSE(redundant(crash, Omission{a, b, Time(2)}));
  EXPECT_FALSE(redundant(Omission{a, b, Time(2)}, Omission{a, b, Time(2)}));
}

TEST(Fault, OneNodeHasOneCrash) {
  EXPECT_NE(excludes(Crash{a, Time(1)}, Crash{a, Time(2)}), nullptr);
  EXPECT_EQ(excludes(Crash{a, Time(1)}, Crash{b, Time(1)}), nullptr);
  EXPECT_EQ(excludes(Omission{a, b, Time(1)}, Crash{a, Time(2)}), nullptr);
}

TEST(Fault, IsWrittenAsItsKind) {
  const Fspec fspec({5, 3, 1, {"a", "b", "two words"}, EffMode::inclusive, CrashModel::silent});
  EXPECT_EQ(to_text(Fault(Omission{a, c, Time(3)}), fspec), "O(a,\"two words\",3)");
  EXPECT_EQ(to_text(Fault(Crash{b, Time(5)}), fspec), "C(b,5)");
  EXPECT_EQ(first_tick(Omission{a, c, Time(3)}), Time(3));
  EXPECT_EQ(first_tick(Crash{b, Time(5)}), Time(5));
}

}  // namespace
}  // namespace ldfi::fault_test
