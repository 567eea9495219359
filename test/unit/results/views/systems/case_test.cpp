#include "results/views/systems/case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "results/views/systems/history.hpp"
#include "test/unit/results/system_sample.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using Kind = CaseOutcome;

TestCase sample_case() {
  return case_of(sample_system_run(), 1);
}

/// What a case says of an execution with its faults.
CaseResult outcome(const std::string& text) {
  const History history = read_history("x", text);
  std::vector<Diagnostic> problems;
  const systems::Course course = systems::follow(history.recording, problems);
  return outcome_of(sample_case(), history.recording, course);
}

std::string replaced(std::string text, const std::string& old, const std::string& by) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return text.replace(at, old.size(), by);
}

/// The same faults, after which nothing is violated.
std::string repaired() {
  return replaced(bad_recording(),
                  R"("fail","violated":["100 was acknowledged, and n1 does not have it"])",
                  R"("pass")");
}

TEST(Case, IsReadAsItWasWritten) {
  const TestCase one = sample_case();
  const TestCase read = read_case("case.json", case_text(one));
  EXPECT_EQ(read.faults, one.faults);
  EXPECT_EQ(read.violated, one.violated);
  EXPECT_EQ(read.before, one.before);
  EXPECT_EQ(read.hash, one.hash);
  EXPECT_EQ(read.config, "gossip.yaml");
  EXPECT_EQ(read.system, "gossip 00ff");
  EXPECT_EQ(case_text(read), case_text(one));
}

TEST(Case, IsOneThatFails) {
  EXPECT_THROW((void)case_of(sample_system_run(), 0), UsageError);
}

TEST(Case, SaysWhatIsWrongWithAFile) {
  const std::string good = case_text(sample_case());
  for (const std::string& wrong :
       {std::string("{"), std::string("[]"), replaced(good, "\"ldfi_case\": 1", "\"ldfi_case\": 2"),
        replaced(good, "\"seed\": \"1\"", "\"seed\": 1"), replaced(good, "O(", "Q("),
        replaced(good, "\"before\": \"", "\"before\": \"0"),
        replaced(good, "\"seed\": \"1\"", "\"seed\": \"1\", \"seed\": \"1\""),
        replaced(good, "\"seed\"", "\"deliveries\": [\"n0,n0,m#0\"], \"seed\"")}) {
    EXPECT_THROW((void)read_case("case.json", wrong), SourcedError) << wrong;
  }
}

TEST(Case, IsViolatedWhenItFails) {
  EXPECT_EQ(outcome(bad_recording()).outcome, Kind::violated);
}

TEST(Case, IsNotViolatedOnlyIfTheSameHappenedUntilTheFaults) {
  EXPECT_EQ(outcome(repaired()).outcome, Kind::not_violated);
  const std::string earlier =
      replaced(repaired(), R"({"e":"invoke","t":50000000)", R"({"e":"invoke","t":49000000)");
  EXPECT_EQ(outcome(earlier).outcome, Kind::diverged);
  EXPECT_THAT(outcome(earlier).why, HasSubstr("before the first fault"));
}

TEST(Case, DivergesIfAFaultDoesNotStrike) {
  const std::string text = system_header(R"x("O(n0,n1,gossip#0)")x") +
                           R"({"e":"verdict","result":"pass"})"
                           "\n";
  EXPECT_EQ(outcome(text).outcome, Kind::diverged);
  EXPECT_THAT(outcome(text).why, HasSubstr("strikes nothing any more"));
}

TEST(Case, DivergesIfTheExecutionIsInvalid) {
  const std::string text = system_header("") +
                           R"({"e":"verdict","result":"invalid","x_why":"n0 says what is no JSON"})"
                           "\n";
  EXPECT_EQ(outcome(text).outcome, Kind::diverged);
}

}  // namespace
}  // namespace ldfi::results
