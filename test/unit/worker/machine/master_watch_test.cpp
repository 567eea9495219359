#include "worker/machine/master_watch.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ldfi::execute {
namespace {

struct MasterWatchTest : testing::Test {
  double now = 1000;
  MasterWatch watch{1, [this] { return now; }};
  /// Waits, and calls the watch ten times a second.
  void wait(double seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 10); ++i) {
      now += 0.1;
      watch.look();
    }
  }
};

TEST_F(MasterWatchTest, WithoutABeatThereIsNoLimit) {
  EXPECT_TRUE(std::isinf(watch.patience_s()));
  EXPECT_EQ(watch.alive_interval_s(), 1);
  wait(10'000);
}

TEST_F(MasterWatchTest, AnyMessageIsASignOfLife) {
  watch.heard({10'000, "searching", ""});
  EXPECT_EQ(watch.patience_s(), 10);
  for (int i = 0; i < 5; ++i) {
    wait(8);
    watch.heard();
  }
  EXPECT_THROW(wait(11), MasterSilent);
}

TEST_F(MasterWatchTest, AJobsTimeDoesNotCountNorASuspension) {
  watch.heard({10'000, "searching", ""});
  for (int i = 0; i < 5; ++i) {
    now += 3600;
    watch.look();
  }
  EXPECT_THROW(wait(11), MasterSilent);
}

TEST_F(MasterWatchTest, TheLowestRankComplainsFirst) {
  MasterWatch second{2, [this] { return now; }};
  watch.heard({1000, "searching", "to go on: again"});
  second.heard({1000, "searching", ""});
  EXPECT_EQ(second.alive_interval_s(), 0.2);
  try {
    for (;;) {
      now += 0.01;
      second.look();
      watch.look();
    }
  } catch (const MasterSilent& e) {
    EXPECT_STREQ(
        e.what(),
        "rank 0 has been silent for 1 s (its last phase: searching): it hangs, or its machine "
        "is gone\nldfi-farm: to go on: again");
  }
}

}  // namespace
}  // namespace ldfi::execute
