#include "common/base/meter.hpp"

#include <gtest/gtest.h>

#include "common/base/errors.hpp"

namespace ldfi {
namespace {

TEST(Meter, AsksNowAndThen) {
  int asked = 0;
  Meter meter([&asked] { ++asked; });
  for (int i = 0; i < 100'000; ++i) meter.step();
  EXPECT_GT(asked, 5);
  EXPECT_LT(asked, 1'000);
}

TEST(Meter, StopsAtItsLimit) {
  Meter meter;
  meter.limit(1'000, "too long");
  int steps = 0;
  try {
    for (; steps < 100'000; ++steps) meter.step();
    FAIL() << "no limit";
  } catch (const BudgetExceeded& e) {
    EXPECT_EQ(e.budget(), "steps");
    EXPECT_STREQ(e.what(), "too long");
  }
  EXPECT_EQ(steps, 999);
}

TEST(Meter, ForgetsALimitThatWasLifted) {
  Meter meter;
  meter.limit(10, "too long");
  meter.lift();
  for (int i = 0; i < 100'000; ++i) meter.step();
}

TEST(Meter, LetsTheCheckEndIt) {
  Meter meter([] { throw BudgetExceeded("time", "time"); });
  EXPECT_THROW(for (int i = 0; i < 100'000; ++i) meter.step(), BudgetExceeded);
}

}  // namespace
}  // namespace ldfi
