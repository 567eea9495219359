#include "common/campaign/retries.hpp"

#include <gtest/gtest.h>

namespace ldfi::campaign {
namespace {

TEST(Retries, CountsExecutionsThatWereValidTheSecondTime) {
  Retries all;
  EXPECT_EQ(all.count(), 0U);
  EXPECT_EQ(all.first_text(), "");
  all.fail_first("a", "it hung");
  all.fail_first("b", "it ended");
  all.fail_first("c", "it slept");
  all.end_second("b", false);
  EXPECT_EQ(all.count(), 0U);
  all.end_second("c", true);
  all.end_second("a", true);
  EXPECT_EQ(all.count(), 2U);
  EXPECT_EQ(all.first_text(), "c: it slept");
}

TEST(Retries, IgnoresExecutionsThatNeverFailed) {
  Retries all;
  all.end_second("a", true);
  EXPECT_EQ(all.count(), 0U);
}

}  // namespace
}  // namespace ldfi::campaign
