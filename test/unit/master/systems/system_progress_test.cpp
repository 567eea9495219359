#include "master/systems/system_progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "common/config/progress_columns.hpp"

namespace ldfi::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

SystemRow sample() {
  SystemRow out;
  out.executions = 1'234;
  out.tried = 567;
  out.violating = 8;
  out.busy = 3;
  out.workers = 4;
  return out;
}

TEST(SystemProgress, ALineStandsBelowItsHeader) {
  SystemRow row = sample();
  row.elapsed_s = 61.5;
  row.phase = "searching";
  row.per_s = 12.34;
  EXPECT_EQ(system_progress_line(row).size(), system_progress_header().size());
  EXPECT_EQ(
      system_progress_line(row),
      " 0:01:01              -    searching       1234    12.3        567         8       3/4 "
      "         -");
  row.left_s = 3'661.5;
  row.cell = "4s,1s,0";
  EXPECT_THAT(system_progress_line(row), HasSubstr("        4s,1s,0 "));
  EXPECT_THAT(system_progress_line(row), testing::EndsWith("   1:00:00"));
}

/// What it prints in a tenth of a second, a line each ten milliseconds, so long after the beginning.
std::string printed_at(double seconds, bool quiet, const std::string& hint) {
  testing::internal::CaptureStderr();
  {
    SystemProgress progress(
        quiet, hint, [seconds] { return seconds; }, SystemProgress::Pause(10));
    progress.update(sample());
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return testing::internal::GetCapturedStderr();
}

TEST(SystemProgress, PrintsAHeaderAndThenLines) {
  const std::string printed = printed_at(5, false, "hint: sooner");
  EXPECT_THAT(printed, testing::StartsWith(system_progress_header() + "\n 0:00:05 "));
  EXPECT_THAT(printed, HasSubstr("1234"));
  EXPECT_THAT(printed, Not(HasSubstr("hint")));
}

TEST(SystemProgress, PrintsTheHintOnceAfterAMinute) {
  const std::string printed = printed_at(60, false, "hint: sooner");
  const auto first = printed.find("hint: sooner\n");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(printed.find("hint: sooner", first + 1), std::string::npos);
  EXPECT_THAT(printed_at(60, true, "hint: sooner"), IsEmpty());
}

TEST(SystemProgress, TheHintIsAboutWhatTheNodesCanDo) {
  config::Options options;
  systems::Plan plan;
  plan.time = systems::Time::extended;
  EXPECT_THAT(sooner_hint(options, plan), HasSubstr("`level: state` ends sooner. "));
  plan.time = systems::Time::virtual_time;
  EXPECT_THAT(sooner_hint(options, plan),
              HasSubstr("`level: state` ends sooner, but needs nodes that speak ldfi/1"));
  options.level = ProofLevel::state;
  EXPECT_THAT(sooner_hint(options, plan), IsEmpty());
  options.level = ProofLevel::exact;
  options.replay = "none";
  EXPECT_THAT(sooner_hint(options, plan), IsEmpty());
  options.replay.reset();
  options.strategy = StrategyName::random;
  EXPECT_THAT(sooner_hint(options, plan), IsEmpty());
}

}  // namespace
}  // namespace ldfi::app
