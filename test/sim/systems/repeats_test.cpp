// Tests repetitions of executions of a real system if the nodes cannot be started for the
// repetition.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <tuple>

#include "test/sim/systems/systems_farm.hpp"

namespace ldfi::app {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// Changes the recordings of jobs for which `fails` returns true. The changed recordings say that a
/// node could not be started.
test::ReportChange failed_start(std::function<bool(const DriveJob&)> fails) {
  return [fails = std::move(fails)](const DriveJob& job, Report& report) {
    if (!fails(job)) return;
    std::string& text = std::get<DriveReport>(report.result).recording;
    text = text.substr(0, text.find('\n') + 1) +
           "{\"e\": \"verdict\", \"result\": \"invalid\", \"x_why\": \"n0 ended\"}\n";
  };
}

TEST_F(SystemsFarm, ARepeatThatCannotBeStartedIsTriedAgain) {
  for (const int workers : {1, 3}) {
    const Found got = search(two_messages(), {.workers = workers}, Stop::all,
                             failed_start([](const DriveJob& job) { return job.again == 2; }));
    EXPECT_EQ(got, expected(two_messages(), Stop::all));
    EXPECT_THAT(got.differences, IsEmpty());
    EXPECT_EQ(got.unrepeated, "");
  }
}

TEST_F(SystemsFarm, ARepeatThatCannotBeStartedTwiceIsNoDifferenceAndNoProof) {
  test::TableSystem system = two_messages();
  system.patterns.clear();
  const Found got = search(system, {.workers = 1}, Stop::all,
                           failed_start([](const DriveJob& job) { return job.again >= 2; }));
  EXPECT_THAT(got.differences, IsEmpty());
  EXPECT_THAT(got.unrepeated, HasSubstr("could not be repeated: n0 ended"));
  EXPECT_EQ(std::tuple(got.verdict, got.executions), std::tuple("inconclusive", 4U));
}

TEST_F(SystemsFarm, ACounterexampleIsNotMinimalIfThePassingRunCannotBeRepeated) {
  Found wanted = expected(two_messages(), Stop::first);
  ASSERT_THAT(wanted.falsifiers, SizeIs(1));
  const auto no_faults = [](const DriveJob& job) {
    return job.again >= 2 && job.what.faults.empty();
  };
  const Found got = search(two_messages(), {.workers = 1}, Stop::first, failed_start(no_faults));
  EXPECT_THAT(got.unrepeated, HasSubstr("could not be repeated: n0 ended"));
  wanted.falsifiers.front() += " (not minimal)";
  EXPECT_EQ(got, wanted);
}

}  // namespace
}  // namespace ldfi::app
