#include "results/views/systems/history.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/unit/results/system_sample.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;

TEST(History, KnowsWhatClientsAskedAndHeard) {
  const History history = read_history("x", good_recording());
  ASSERT_EQ(history.asked.size(), 2U);
  EXPECT_EQ(history.asked[0].client, "c1");
  EXPECT_EQ(history.asked[0].node, "n0");
  EXPECT_EQ(history.asked[0].request, "broadcast message=100") << "without the ids of messages";
  EXPECT_EQ(history.asked[0].answer, "broadcast_ok");
  EXPECT_EQ(history.asked[1].answered, 500 * ms);
  EXPECT_EQ(history.asked[1].answer, "read_ok messages=[100]");
}

TEST(History, KnowsWhereMessagesArrive) {
  const History history = read_history("x", bad_recording());
  EXPECT_FALSE(history.received[1]) << "it is lost";
  ASSERT_TRUE(history.received[2]);
  EXPECT_EQ(history.events()[*history.received[2]].time, 100 * ms);
}

TEST(History, SaysWhereARecordingIsWrong) {
  try {
    (void)read_history("my.jsonl", system_header("") + "{\"e\":\"hop\"}\n");
    FAIL();
  } catch (const SourcedError& e) {
    EXPECT_THAT(render(e.diagnostics(), e.sources()), HasSubstr("my.jsonl:2"));
  }
}

TEST(History, SaysThatARecordingWasNotKept) {
  EXPECT_THROW((void)history_of(sample_system(), 2), UsageError);
}

TEST(TimeText, HasNoMoreDigitsThanNeeded) {
  EXPECT_EQ(time_text(50 * ms), "50 ms");
  EXPECT_EQ(time_text(1'203'250'000), "1203.25 ms");
  EXPECT_EQ(time_text(1), "0.000001 ms");
}

TEST(NearestGood, HasTheFewestOtherFaults) {
  SystemResult system = sample_system();
  EXPECT_EQ(nearest_good(system, 1), 0U);
  SystemExecution near = system.executions[0];
  near.struck = {systems::Loss{{"n0", "n1", "gossip", 0}}};
  system.executions.push_back(near);
  EXPECT_EQ(nearest_good(system, 1), 3U) << "it has one of the three";
  system.executions[3].recording = "";
  EXPECT_EQ(nearest_good(system, 1), 0U) << "nobody can see it";
  system.executions[0].result = systems::Result::vacuous;
  EXPECT_FALSE(nearest_good(system, 1).has_value());
}

}  // namespace
}  // namespace ldfi::results
