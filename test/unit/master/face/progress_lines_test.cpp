#include "master/face/progress_lines.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/contract.hpp"

namespace ldfi::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Returns what a run that began `seconds` ago prints in a tenth of a second, with a line every ten
/// milliseconds.
std::string printed_at(double seconds, bool quiet, const std::string& hint) {
  testing::internal::CaptureStderr();
  {
    const auto line = [](const Pace& pace) { return fmt::format("line {}", pace.elapsed_s); };
    ProgressLines lines({quiet, "header", hint, ProgressLines::Pause(10)}, line,
                        [seconds] { return seconds; });
    lines.update(1, [](const Pace& pace) { return fmt::format("later {}", pace.elapsed_s); });
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  return testing::internal::GetCapturedStderr();
}

TEST(ProgressLines, PrintsAHeaderAndThenLines) {
  const std::string printed = printed_at(5, false, "hint: sooner");
  EXPECT_THAT(printed, testing::StartsWith("header\nlater 5\nlater 5\n"));
  EXPECT_THAT(printed, Not(HasSubstr("hint")));
}

TEST(ProgressLines, PrintsTheHintOnceAfterAMinute) {
  const std::string printed = printed_at(60, false, "hint: sooner");
  const auto first = printed.find("hint: sooner\n");
  ASSERT_NE(first, std::string::npos);
  EXPECT_EQ(printed.find("hint: sooner", first + 1), std::string::npos);
  EXPECT_THAT(printed_at(60, true, "hint: sooner"), IsEmpty());
}

TEST(ProgressLines, AlignsValuesInTheirColumns) {
  const std::array<config::ProgressColumn, 2> columns{{{"one", 5, ""}, {"two", 4, ""}}};
  EXPECT_EQ(header_of(columns), "  one  two");
  EXPECT_EQ(in_columns(columns, {"1", "ü"}), "    1    ü");
  EXPECT_THROW((void)in_columns(columns, {"1"}), InternalError);
}

TEST(ProgressLines, ShowsHours) {
  EXPECT_EQ(hours_text(3'661.5), "1:01:01");
  EXPECT_EQ(hours_text(-1), "0:00:00");
}

}  // namespace
}  // namespace ldfi::app
