#include "master/sweep/proved.hpp"

#include <gtest/gtest.h>

namespace ldfi::sweep {
namespace {

constexpr EffMode inclusive = EffMode::inclusive;
constexpr EffMode exclusive = EffMode::exclusive;

TEST(ProvedTest, CalmIsCountedFromTheLastOmission) {
  EXPECT_EQ(calm_of({6, 4, 0}, inclusive), 2);
  EXPECT_EQ(calm_of({6, 4, 0}, exclusive), 3);
  EXPECT_EQ(calm_of({6, 0, 0}, inclusive), 6);
  EXPECT_EQ(calm_of({6, 0, 0}, exclusive), 6);
}

TEST(ProvedTest, CoversWhatIsLaterCalmerAndHasFewerCrashes) {
  const Proved proved{{}, 1, 2, 4};
  EXPECT_TRUE(covers(proved, {4, 2, 1}, inclusive));
  EXPECT_TRUE(covers(proved, {900, 898, 0}, inclusive));
  EXPECT_TRUE(covers(proved, {6, 5, 1}, exclusive));
  EXPECT_FALSE(covers(proved, {6, 5, 1}, inclusive)) << "fewer calm ticks";
  EXPECT_FALSE(covers(proved, {3, 1, 1}, inclusive)) << "before it begins";
  EXPECT_FALSE(covers(proved, {4, 2, 2}, inclusive)) << "more crashes";
}

TEST(ProvedTest, WhereNothingIsOmittedEffDoesNotMatter) {
  Point point{6, 5, 1};
  point.budgets.of<Omission>() = 0;
  const Proved proved{family_of(point), 1, std::nullopt, 1};
  EXPECT_TRUE(covers(proved, point, inclusive));
  EXPECT_FALSE(covers(proved, {6, 5, 1}, inclusive)) << "something may be omitted";
}

TEST(ProvedTest, AProofIsAboutMoreOmissionsAndFaultsThanAPointAdmits) {
  Point point{6, 4, 1};
  point.budgets.of<Omission>() = 3;
  point.budgets[Budgets::faults] = 2;
  EXPECT_TRUE(covers({{}, 1, 2, 1}, point, inclusive));
  point.budgets.of<Outage>() = 1;
  EXPECT_FALSE(covers({{}, 1, 2, 1}, point, inclusive)) << "not about restarts";
}

TEST(ProvedTest, AnotherProgramHasProofsOfItsOwn) {
  Point point{6, 4, 1};
  point.variant = 1;
  point.params = {"LEASE=3"};
  EXPECT_FALSE(covers({{}, 1, 2, 1}, point, inclusive));
  EXPECT_TRUE(covers({family_of(point), 1, 2, 1}, point, inclusive));
}

}  // namespace
}  // namespace ldfi::sweep
