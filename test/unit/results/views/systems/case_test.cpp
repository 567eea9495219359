#include "results/views/systems/case.hpp"

#include <fmt/core.h>
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

/// Compares the sample case with an execution, given as the text of a recording.
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

/// Returns the recording with the same faults in which nothing is violated.
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

/// Returns the errors of reading a case from a text, as `line:column message`.
std::vector<std::string> problems_of(const std::string& text) {
  try {
    (void)read_case("case.json", text);
  } catch (const SourcedError& e) {
    std::vector<std::string> out;
    for (const Diagnostic& one : e.diagnostics()) {
      out.push_back(fmt::format("{}:{} {}", one.where.line, one.where.column, one.message));
    }
    return out;
  }
  return {};
}

TEST(Case, LocatesWhatIsWrong) {
  const std::string text =
      "{\"ldfi_case\": 1, \"config\": \"\", \"system\": 3,\n"
      " \"seed\": \"x\",\n"
      " \"faults\": [\"O(n0,n1,m#0)\",\n   \"O(n0)\"], \"violatd\": [],\n"
      " \"violated\": [\"a, \\\"b\", [1], {\"x\": [2]}, \"c\"],\n"
      " \"before\": \"00\", \"hash\": \"000000000000000g\"}\n";
  const auto found = problems_of(text);
  EXPECT_THAT(found,
              ::testing::UnorderedElementsAre(
                  HasSubstr("4:14 a case has no key"), HasSubstr("1:32 \"system\" must be"),
                  HasSubstr("2:2 \"seed\" must be"), HasSubstr("4:4 "),
                  HasSubstr("5:25 \"violated\" must be"), HasSubstr("5:30 \"violated\" must be"),
                  HasSubstr("6:2 a hash"), HasSubstr("6:18 a hash")));
}

TEST(Case, AKeyThatStandsThereTwiceIsTheSecondOne) {
  EXPECT_THAT(problems_of("{\"ldfi_case\": 1,\n \"seed\": \"1\",\n \"seed\": \"2\"}"),
              ::testing::ElementsAre(HasSubstr("3:2 the key")));
}

TEST(Case, ABinaryFileIsRefused) {
  EXPECT_THAT(problems_of("\x89HDF\r\n"),
              ::testing::ElementsAre(HasSubstr("this file is not text, so it is not a case")));
}

TEST(Case, WhatIsMissingOrNoObjectHasNoPlace) {
  EXPECT_THAT(problems_of(""), ::testing::ElementsAre(HasSubstr("1:1 it is not a case")));
  EXPECT_THAT(problems_of("[{\"ldfi_case\": 1}]"),
              ::testing::ElementsAre(HasSubstr("1:1 it is not a case")));
  EXPECT_THAT(problems_of("{\"ldfi_case\": 2}"),
              ::testing::ElementsAre(HasSubstr("1:2 the format has another version")));
}

/// Returns the differences between a case and an execution that is meant to reproduce it.
std::vector<std::string> doubts(const TestCase& one, const std::string& text) {
  return differences_from_case(one, read_history("x", text).recording, {"n0", "n1", "n2"});
}

TEST(Case, IsNotInDoubtIfItsExecutionIsThatOfItsHash) {
  EXPECT_THAT(doubts(sample_case(), bad_recording()), ::testing::IsEmpty());
}

TEST(Case, IsInDoubtIfSomebodyChangedIt) {
  TestCase one = sample_case();
  one.hash ^= 1U;
  EXPECT_THAT(doubts(one, bad_recording()),
              ::testing::ElementsAre(HasSubstr("the case was changed after it was written")));
  one.system = "gossip 0100";
  EXPECT_THAT(doubts(one, bad_recording()), ::testing::IsEmpty());
  EXPECT_THAT(other_system(one, read_history("x", bad_recording()).recording),
              HasSubstr("gossip 0100"));
  one = sample_case();
  one.violated = {"the moon is made of cheese"};
  EXPECT_THAT(doubts(one, bad_recording()), ::testing::ElementsAre(HasSubstr("cheese")));
  // the same kind of violation, with another value
  one.violated = {"200 was acknowledged, and n2 does not have it"};
  EXPECT_THAT(doubts(one, bad_recording()), ::testing::IsEmpty());
  one.violated.clear();
  EXPECT_THAT(doubts(one, bad_recording()),
              ::testing::ElementsAre(HasSubstr("names no violation")));
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
  EXPECT_THAT(outcome(text).why, HasSubstr("hits nothing any more"));
}

TEST(Case, DivergesIfTheExecutionIsInvalid) {
  const std::string text =
      system_header("") +
      R"({"e":"verdict","result":"invalid","x_why":"n0 printed a line that is not JSON"})"
      "\n";
  EXPECT_EQ(outcome(text).outcome, Kind::diverged);
}

}  // namespace
}  // namespace ldfi::results
