#include "master/systems/system_progress.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "common/config/progress_columns.hpp"

namespace ldfi::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

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
  const Pace pace{61.5, "searching", 12.34};
  EXPECT_EQ(system_progress_line(row, pace).size(), system_progress_header().size());
  EXPECT_EQ(
      system_progress_line(row, pace),
      " 0:01:01              -    searching       1234    12.3        567         8       3/4 "
      "         -");
  row.left_s = 3'661.5;
  row.cell = "4s,1s,0";
  EXPECT_THAT(system_progress_line(row, pace), HasSubstr("        4s,1s,0 "));
  EXPECT_THAT(system_progress_line(row, pace), testing::EndsWith("   1:00:00"));
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

TEST(SystemProgress, WhoIsOutOfTimeIsToldHowToContinue) {
  config::Options options;
  systems::Plan plan;
  plan.time = systems::Time::extended;
  const std::string resume = "ldfi-farm s.yaml --resume";
  EXPECT_THAT(budget_hints(options, plan, "time", resume),
              testing::ElementsAre("the search can continue: raise --time-limit and run " + resume,
                                   HasSubstr("`level: state` ends sooner")));
  EXPECT_THAT(budget_hints(options, plan, "runs", resume),
              testing::Contains(HasSubstr("raise --max-runs and run")));
  EXPECT_THAT(budget_hints(options, plan, "stopped on SIGTERM", resume), IsEmpty());
}

}  // namespace
}  // namespace ldfi::app
