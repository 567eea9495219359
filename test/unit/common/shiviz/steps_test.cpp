#include "common/shiviz/steps.hpp"

#include <gtest/gtest.h>

namespace ldfi::shiviz {
namespace {

const char* const form = "(?<clock>.*\\}) (?<host>[^:]*): (?<event>.*)\n";

struct Read {
  std::vector<LogEvent> events;
  std::vector<Diagnostic> problems;
};

Read log(const std::string& lines) {
  SourceSet sources;
  Read out;
  out.events = read_log(sources, sources.add("x.txt", form + lines), out.problems);
  return out;
}

std::string problem_of(const std::string& lines) {
  const Read read = log(lines);
  return read.problems.empty() ? "" : read.problems.front().message;
}

Names names(const std::string& text, std::vector<Diagnostic>& problems) {
  SourceSet sources;
  return read_names(sources, sources.add("x.names", text), problems);
}

// The clock of a receive may also know events that its sender had after the message. This is right, too.
TEST(ShivizLog, ClocksFollowFromTheEventsBefore) {
  const std::string sent = "{\"a\" : 1} a: Sending to b: m(1)\n{\"a\" : 2} a: Sending to b: m(2)\n";
  const std::string got = " b: Received message from a: m(1)\n";
  EXPECT_TRUE(log(sent + "{\"a\" : 1, \"b\" : 1}" + got).problems.empty());
  EXPECT_TRUE(log(sent + "{\"b\" : 1, \"a\" : 2}" + got).problems.empty());
  EXPECT_NE(problem_of(sent + "{\"b\" : 1}" + got), "");
  EXPECT_NE(problem_of(sent + "{\"a\" : 3, \"b\" : 1}" + got), "");
  EXPECT_NE(problem_of(sent + "{\"a\" : 1, \"b\" : 2}" + got), "");
  EXPECT_NE(problem_of(sent + "{\"a\" : 1, \"b\" : 1, \"c\" : 1}" + got), "");
}

TEST(ShivizLog, WhatIsReceivedWasSentAsOften) {
  const std::string sent = "{\"a\" : 1} a: Sending to a: m\n";
  EXPECT_EQ(problem_of(sent + "{\"a\" : 2} a: Received message from a: m\n"), "");
  EXPECT_EQ(problem_of(sent + "{\"a\" : 2} a: Received message from a: m\n"
                              "{\"a\" : 3} a: Received message from a: m\n"),
            "a has not sent this, or it was received already");
}

TEST(ShivizNames, APatternTakesTheFirstPlaceThatFits) {
  std::vector<Diagnostic> problems;
  const Names read = names("node a a\nmessage V(T({T}),*) => v({to},{from},{T})\n", problems);
  ASSERT_TRUE(problems.empty());
  const Pattern& pattern = read.rows.at(0).pattern;
  const auto words = pattern.match("V(T(7),x),y)");
  ASSERT_TRUE(words.has_value());
  EXPECT_EQ(words->at("T"), "7");
  EXPECT_FALSE(pattern.match("V(T(7),x").has_value());
  EXPECT_FALSE(pattern.match("V(T(7 8),x)").has_value());
  EXPECT_FALSE(pattern.match("").has_value());
}

TEST(ShivizSteps, WhatIsReceivedInTheWordsOfTheProgram) {
  const Read read =
      log("{\"x\" : 1} x: Received external message: go\n"
          "{\"x\" : 2} x: Sending to y: m(1)\n"
          "{\"x\" : 2, \"y\" : 1} y: Received message from x: m(1)\n"
          "{\"x\" : 3} x: Sending to x: me\n"
          "{\"x\" : 4} x: Received message from x: me\n");
  ASSERT_TRUE(read.problems.empty());
  std::vector<Diagnostic> problems;
  const Names given = names(
      "node x a\nnode y b\nexternal go => go({to})\nself me => me({to}) after tells({to})\n"
      "message m({T}) => m({to},{from},{T}) or again({to},{T}) after keeps({to},{T})\n",
      problems);
  const std::string expected =
      "{\"e\":\"step\",\"at\":1,\"fact\":\"go(a)\",\"x_line\":2}\n"
      "{\"e\":\"step\",\"at\":2,\"from\":\"a\",\"to\":\"b\",\"fact\":\"m(b,a,1)\","
      "\"own\":\"again(b,1)\",\"after\":\"keeps(b,1)\",\"x_line\":4}\n"
      "{\"e\":\"step\",\"at\":3,\"fact\":\"me(a)\",\"after\":\"tells(a)\",\"x_line\":6}\n";
  EXPECT_EQ(schedule_of(steps_of(read.events, given, problems)), expected);
  EXPECT_TRUE(problems.empty());
  EXPECT_TRUE(
      steps_of(read.events, names("node x a\nnode y b\nignore *\n", problems), problems).empty());
  EXPECT_TRUE(problems.empty());
}

}  // namespace
}  // namespace ldfi::shiviz
