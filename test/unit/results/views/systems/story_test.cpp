#include "results/views/systems/story.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/results/system_sample.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string told() {
  const History good = read_history("good", good_recording());
  return story_text(story(read_history("bad", bad_recording()), &good));
}

TEST(Story, NamesEveryFaultAndWhatItCut) {
  EXPECT_THAT(
      told(),
      HasSubstr("gossip#0 from n0 to n1 is lost; in the failure-free run n1 receives it at 60 "
                "ms and sends ack#0 to n0"));
  EXPECT_THAT(told(), HasSubstr("gossip#0 from n0 to n2 is late: it arrives at 100 ms, after "
                                "again#0, which was sent later"));
  EXPECT_THAT(told(), HasSubstr("n1 crashes, and is down until 160 ms"));
  EXPECT_THAT(told(), HasSubstr("n1 is started again"));
}

TEST(Story, SaysWhatClientsHearOtherwise) {
  EXPECT_THAT(told(), HasSubstr("c2 asks n1: read; the answer is read_ok messages=[], and in the "
                                "failure-free run read_ok messages=[100]"));
  EXPECT_THAT(told(), HasSubstr("c1 asks n0: broadcast message=100; the answer is broadcast_ok"));
}

TEST(Story, SaysWhatANodeDoesThatItDoesNotElsewhere) {
  EXPECT_THAT(told(), HasSubstr("n0 sends again#0 (m message=100) to n2, but not in the "
                                "failure-free run"));
}

TEST(Story, GoesByTime) {
  const History good = read_history("good", good_recording());
  const auto steps = story(read_history("bad", bad_recording()), &good);
  for (std::size_t i = 1; i < steps.size(); ++i) EXPECT_LE(steps[i - 1].time, steps[i].time);
}

TEST(Story, SaysWhatAFaultCutInTheRunWithoutAny) {
  const History plain = read_history("plain", good_recording());
  const History bad = read_history("bad", bad_recording());
  EXPECT_THAT(
      story_text(story(bad, &bad, &plain)),
      HasSubstr("is lost; in the failure-free run n1 receives it at 60 ms and sends ack#0 to n0"));
}

TEST(Story, CallsARunWithFaultsThatPassedAPassingRun) {
  History good = read_history("good", good_recording());
  good.recording.faults = read_history("bad", bad_recording()).recording.faults;
  const std::string text = story_text(story(read_history("bad", bad_recording()), &good));
  EXPECT_THAT(text, HasSubstr("is lost; in the passing run n1 receives it at 60 ms"));
  EXPECT_THAT(text, Not(HasSubstr("failure-free")));
}

TEST(Story, NeedsNoGoodRun) {
  const auto text = story_text(story(read_history("bad", bad_recording()), nullptr));
  EXPECT_THAT(text, HasSubstr("gossip#0 from n0 to n1 is lost"));
  EXPECT_THAT(text, Not(HasSubstr(" run")));
}

/// Returns the story of a node that ends after writing `words` to stderr. `words` is escaped as in
/// JSON.
std::string story_of_end(const std::string& words) {
  const std::string text = system_header("") + R"({"e":"exit","t":1,"node":"n1","x_stderr":")" +
                           words +
                           "\"}\n"
                           R"({"e":"verdict","result":"fail","violated":["n1 ended"]})"
                           "\n";
  return story_text(story(read_history("x", text), nullptr));
}

TEST(Story, ShowsWhatANodeWroteToStderrInLines) {
  const std::string said = story_of_end(R"(a\n b\nBoom \u001b[31m)");
  EXPECT_THAT(said, HasSubstr("n1 ends by itself; its stderr:\n"
                              "                  a\n"
                              "                   b\n"
                              "                  Boom \\x1b[31m\n"));
  EXPECT_THAT(said, Not(HasSubstr("\x1b")));
  EXPECT_THAT(story_of_end("Boom"),
              HasSubstr("n1 ends by itself; its last output on stderr: Boom\n"));
}

TEST(Story, CountsTheCrashedNodesLosses) {
  const std::string text = system_header(R"x("C(n1,#1)")x") + sends(1, to_n1, "dead", 11) +
                           R"({"e":"crash","t":11000000,"node":"n1"})"
                           "\n"
                           R"({"e":"verdict","result":"fail","violated":["x"]})"
                           "\n";
  EXPECT_THAT(story_text(story(read_history("x", text), nullptr)),
              HasSubstr("n1 crashes for good: it misses gossip#0 from n0"));
}

}  // namespace
}  // namespace ldfi::results
