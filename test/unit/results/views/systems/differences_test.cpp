#include "results/views/systems/differences.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/results/system_sample.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;

TEST(Differences, ThereAreNoneOfTheSameExecution) {
  const History one = read_history("x", good_recording());
  const Differences found = differences(one, one);
  EXPECT_TRUE(found.same);
  EXPECT_TRUE(found.list.empty());
}

TEST(Differences, PartWhereTheFirstFateDiffers) {
  const History bad = read_history("bad", bad_recording());
  const History good = read_history("good", good_recording());
  const Differences found = differences(bad, good);
  EXPECT_THAT(found.parting, HasSubstr("at 50 ms n0 sends gossip#0 to n1 (m message=100), which is "
                                       "lost; in the other run at 50 ms n0 sends gossip#0 to n1"));
  EXPECT_EQ(found.events.count(0), 0U) << "both are asked";
  EXPECT_EQ(found.events.count(1), 1U);
}

TEST(Differences, CountsWhatBothDo) {
  const History bad = read_history("bad", bad_recording());
  const History good = read_history("good", good_recording());
  std::size_t reads = 0;
  std::size_t here = 0;
  for (const Difference& one : differences(bad, good).list) {
    if (one.what.find("answers c2") != std::string::npos) ++reads;
    if (one.what.find("receives a request of") != std::string::npos) FAIL() << one.what;
    here += one.here ? 1U : 0U;
  }
  EXPECT_EQ(reads, 2U) << "another answer in each";
  EXPECT_EQ(here, 8U);
}

}  // namespace
}  // namespace ldfi::results
