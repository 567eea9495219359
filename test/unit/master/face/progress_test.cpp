#include "master/face/progress.hpp"

#include <gtest/gtest.h>

#include "common/config/progress_columns.hpp"

namespace ldfi::app {
namespace {

ProgressRow some_row() {
  ProgressRow row;
  row.cell = "22/20/1";
  row.progress.elapsed_s = 100;
  row.progress.executed = 1234;
  row.progress.violating = 2;
  row.progress.standing = {7, 56789, 25'000'000'000};
  row.progress.busy_workers = 3;
  row.progress.workers = 63;
  return row;
}

Pace some_pace() {
  return {3723.9, "solving", 41.6};
}

TEST(ProgressLine, StandsBelowItsHeader) {
  EXPECT_EQ(progress_header(),
            " elapsed           cell        phase   executions    per s     frontier    clauses "
            "falsifiers solver      busy       left");
  EXPECT_EQ(progress_line(some_row(), some_pace()),
            " 1:02:03        22/20/1      solving         1234       42            7      56789 "
            "         2   25 %      3/63          -");
}

TEST(ProgressLine, SaysWhatIsLeftAndWhatIsUnknown) {
  ProgressRow row = some_row();
  const Pace pace = some_pace();
  row.progress.standing = {};
  row.budget.runs = 2000;
  EXPECT_TRUE(progress_line(row, pace).ends_with(" 766"));
  row.budget.runs = 5;
  EXPECT_TRUE(progress_line(row, pace).ends_with(" 0"));
  row.budget.seconds = 3800;
  EXPECT_TRUE(progress_line(row, pace).ends_with(" 0:01:16"));
  EXPECT_EQ(progress_line(row, pace).size(), progress_header().size());
}

TEST(ProgressLine, EstimatesWhenAllFaultSetsAreRun) {
  ProgressRow row = some_row();
  Pace pace = some_pace();
  pace.elapsed_s = 1000;
  row.progress.standing.frontier = 427'000'000;
  pace.per_s = 1'200'000;
  EXPECT_TRUE(
      progress_line(row, pace).ends_with(" -"));  // the frontier of other searches is not an end
  row.budget.enumerates = true;
  EXPECT_TRUE(progress_line(row, pace).ends_with(" ~0:05:55"));
  row.budget.seconds = pace.elapsed_s + 60;  // which ends before
  EXPECT_TRUE(progress_line(row, pace).ends_with(" 0:01:00"));
  row.budget.seconds = pace.elapsed_s + 600;
  EXPECT_TRUE(progress_line(row, pace).ends_with(" ~0:05:55"));
  pace.per_s = 0;
  EXPECT_TRUE(progress_line(row, pace).ends_with(" 0:10:00"));
}

TEST(ProgressLine, EveryColumnIsWideEnoughForItsName) {
  for (const auto& column : config::progress_columns) {
    EXPECT_LE(column.name.size(), static_cast<std::size_t>(column.width)) << column.name;
  }
}

TEST(ProgramProgress, QuietOnesSayNothingAndTakeUpdates) {
  testing::internal::CaptureStderr();
  {
    ProgramProgress progress(true, "4/2/0", {}, [] { return 0.0; });
    progress.update({});
  }
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace ldfi::app
