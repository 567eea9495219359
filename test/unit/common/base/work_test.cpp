#include "common/base/work.hpp"

#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "common/base/meter.hpp"

namespace ldfi {
namespace {

TEST(WorkBound, EndsTheWorkAfterSoManyUnits) {
  WorkBound bound(3);
  for (int i = 0; i < 3; ++i) WorkBound::count();
  EXPECT_EQ(bound.left(), 0U);
  try {
    WorkBound::count();
    FAIL() << "no bound";
  } catch (const BudgetExceeded& e) {
    EXPECT_EQ(e.budget(), "work");
    EXPECT_FALSE(e.too_large());
  }
}

TEST(WorkBound, EndsWithItsObject) {
  { const WorkBound bound(0); }
  EXPECT_FALSE(WorkBound::is_active());
  for (int i = 0; i < 10; ++i) WorkBound::count();
}

TEST(WorkBound, CountsTheStepsOfMeters) {
  const auto steps = [] {
    const WorkBound bound(50);
    Meter meter;
    int done = 0;
    try {
      for (; done < 1'000'000; ++done) meter.step();
    } catch (const BudgetExceeded&) {
    }
    return done;
  };
  EXPECT_LT(steps(), 100'000);
  EXPECT_EQ(steps(), steps());
}

}  // namespace
}  // namespace ldfi
