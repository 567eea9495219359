#include "common/systems/course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/systems/faults/fault_text.hpp"
#include "test/unit/common/systems/followed.hpp"

namespace ldfi::systems {
namespace {

using ::testing::HasSubstr;

TEST(Course, CountsAttemptsAndActivations) {
  const auto [course, problem] =
      followed(header({"O(n0,n1,m#1)", "C(n1,#2)", "O(n1,n0,m#5)"}) + at("timer", 1, "n0") +
               sent(1) + sent(2, "lost", 1) + received(11, 0, R"(, "silent": true)") +
               at("crash", 12, "n1") + sent(13, "dead", 2) + at("invoke", 14, "n1") +
               at("invoke", 14, "n0") + sent(60, "ok", 3, R"(, "arrive": 70)") + verdict());
  EXPECT_EQ(problem, "");
  EXPECT_EQ(to_text(course.struck), "O(n0,n1,m#1) C(n1,#2)") << "the third was never sent";
  ASSERT_EQ(course.attempts.size(), 3U) << "EFF is 50";
  EXPECT_TRUE(course.attempts[0].received);
  EXPECT_TRUE(course.attempts[0].silent);
  EXPECT_EQ(course.attempts[1].fate, Fate::lost);
  EXPECT_FALSE(course.attempts[2].received);
  EXPECT_EQ(course.activations.at("n0"), 2U);
  EXPECT_EQ(course.activations.at("n1"), 1U) << "a node that is down does nothing";
}

TEST(Course, LateMessagesComeLateOrNever) {
  const std::string late = header({"D(n0,n1,m#0,+5ns)"});
  const std::string sent_late = sent(1, "late", 0, R"x(, "arrive": 16)x");
  const auto [course, problem] =
      followed(late + sent_late + sent(2, "ok", 1) + received(12, 1) + received(16) + verdict());
  EXPECT_EQ(problem, "");
  EXPECT_EQ(to_text(course.struck), "D(n0,n1,m#0,+5ns)");
  EXPECT_EQ(course.attempts[0].fate, Fate::late);
  EXPECT_TRUE(course.attempts[0].received);
  EXPECT_EQ(
      followed(late + sent_late + at("exit", 12, "n1") + at("timer", 40, "n0") + verdict()).problem,
      "");
  EXPECT_EQ(followed(late + sent_late + verdict()).problem, "");
}

// The crash prevents the second activation of n1. This activation is counted, so the first one
// after the restart is the third.
TEST(Course, NodesComeBack) {
  const std::string crash = R"x({"e": "crash", "t": 12, "node": "n1", "back": 16})x"
                            "\n";
  const auto [course, problem] = followed(
      header({"C(n1,#2,+4ns)", "C(n1,#4)"}) + sent(1) + sent(2, "dead", 1, R"x(, "arrive": 12)x") +
      received(11) + crash + sent(13, "dead", 2, R"x(, "arrive": 15)x") + sent(14, "ok", 3) +
      at("restart", 16, "n1") + received(24, 3) + at("crash", 30, "n1") + verdict());
  EXPECT_EQ(problem, "");
  EXPECT_EQ(to_text(course.struck), "C(n1,#4) C(n1,#2,+4ns)");
  EXPECT_EQ(course.activations.at("n1"), 3U);
  EXPECT_TRUE(course.attempts[1].received) << "lost, it would not be what the crash prevents";
  EXPECT_TRUE(course.attempts[1].too_early);
  EXPECT_FALSE(course.attempts[2].received);
  EXPECT_TRUE(course.attempts[2].too_early);
  EXPECT_FALSE(course.attempts[3].too_early);
  const std::string first = header({"C(n1,#1,+4ns)"}) + crash;
  const std::vector<std::pair<std::string, std::string>> cases{
      {first + at("restart", 16, "n1"), ""},
      {first, ""},
      {first + at("timer", 16, "n0"), ""},
      {first + at("timer", 17, "n0"), "3: n1 should have restarted at 16 (\"back\")"},
      {first + at("restart", 15, "n1"), "3: n1 does not restart at this time (\"back\")"},
      {first + at("restart", 16, "n1") + at("restart", 16, "n1"), "4: n1 is already up"},
      {first + at("timer", 13, "n1"), "3: n1 is down"},
      {header({"C(n1,#1,+7ns)"}) + crash, "2: by the faults it restarts 7ns later"},
      {header({"C(n1,#1,+4ns)"}) + at("crash", 12, "n1"),
       "2: by the faults it restarts 4ns later: \"back\" must be 16"},
      {header({"C(n1,#1)"}) + crash,
       "2: by the faults this crash is for good, so it must not have \"back\""},
      {header({"C(n1,#2,+4ns)"}) + crash, "2: C(n1,#1) is not among the faults"},
      {header({"C(n1,#1,+4ns)"}) + at("timer", 1, "n1"), "2: n1 should have crashed before this"},
      {header({"C(n1,#1,+5ns)"}), "1: the spec allows no restart after 5ns"},
      {header({"C(n7,#1,+4ns)"}), "1: n7 is not a node of the spec"},
      {header({"C(n1,#1,+4ns)", "C(n1,#2,+4ns)"}), "1: 2 crashes are followed by a restart"},
      {first + at("restart", 16, "n1") + sent(20, "dead", 0, R"x(, "arrive": 30)x"),
       "4: n1 was up when it arrived"},
  };
  for (const auto& [text, want] : cases) {
    const std::string got = followed(text + verdict()).problem;
    EXPECT_TRUE(want.empty() ? got.empty() : got.find(want) == 0) << got << "\n" << text;
  }
}

std::string pause(int time, int back) {
  return R"x({"e": "pause", "t": )x" + std::to_string(time) + R"x(, "node": "n1", "back": )x" +
         std::to_string(back) + "}\n";
}

/// Returns the request of a client to n1, made while n1 is paused.
std::string asked(int time) {
  return R"x({"e": "invoke", "t": )x" + std::to_string(time) +
         R"x(, "node": "n1", "waits": true})x"
         "\n";
}

constexpr const char* still = R"x(, "pauses": {"most": 2, "for": [5, 9], "nodes": ["n1"]})x";

TEST(Course, WhatReachesANodeThatStandsStillWaits) {
  const auto [course, problem] =
      followed(header_of(still, {"S(n1,#1,+9ns)", "S(n1,#3,+5ns)"}) + sent(1) + sent(4, "ok", 1) +
               pause(11, 20) + asked(15) + received(20) + received(20, 1) + pause(20, 25) +
               at("hear", 25, "n1") + at("timer", 51, "n1") + at("timer", 52, "n1") + verdict());
  EXPECT_EQ(problem, "");
  EXPECT_EQ(to_text(course.struck), "S(n1,#1,+9ns) S(n1,#3,+5ns)");
  EXPECT_EQ(course.activations.at("n1"), 5U);
  EXPECT_EQ(course.approached, (std::map<std::string, std::uint64_t>{{"n1", 5}}));
  EXPECT_EQ(course.steady, (std::set<Activation>{{"n1", 4}, {"n1", 5}})) << "EFF is 50";
}

// Without this message, the pause would begin at another time.
TEST(Course, WhatAPauseCameBeforeCountsAsReceived) {
  const auto [course, problem] = followed(
      header_of(still, {"S(n1,#1,+9ns)"}) + sent(1, "ok", 0, R"x(, "arrive": 11)x") +
      sent(2, "ok", 1, R"x(, "arrive": 12)x") + pause(11, 20) + at("timer", 13, "n0") + verdict());
  EXPECT_EQ(problem, "");
  EXPECT_EQ(course.activations.at("n1"), 0U);
  EXPECT_EQ(course.approached.at("n1"), 1U);
  EXPECT_TRUE(course.attempts[0].received);
  EXPECT_FALSE(course.attempts[1].received);
}

TEST(Course, PausesAreWhatTheFaultsSay) {
  const std::string head = header_of(still, {"S(n1,#1,+9ns)"});
  const std::string got = sent(1, "ok", 0, R"x(, "arrive": 11)x");
  const std::string later = at("timer", 30, "n0");
  expect_problems({
      {head + got + pause(11, 20) + received(20), ""},
      {head + got + pause(11, 20) + received(20) + pause(20, 29), "5: S(n1,#2) is not among"},
      {head + got + pause(11, 21), "3: by the faults it resumes 9ns later: \"back\" must be 20"},
      {head + got + pause(11, 20) + received(11), "4: n1 is paused until 20, so it cannot do this"},
      {head + got + pause(11, 20) + received(19), "4: the message should arrive at 11"},
      {head + got + pause(11, 20) + received(21), "4: the message should arrive at 11"},
      {head + got + pause(11, 20) + later, "2: n1 did not receive the message"},
      {head + got + received(11), "3: n1 should have been paused before this: S(n1,#1)"},
      {head + pause(11, 20) + pause(20, 29), "3: S(n1,#1) came before"},
      {head + pause(51, 60), "2: S(n1,#1) is not possible by the spec at 51"},
      {head + pause(11, 20) + pause(12, 21), "3: n1 is paused until 20"},
      {head + pause(11, 20) + at("exit", 12, "n1"), "3: n1 is paused until 20"},
      {head + pause(11, 20) + at("invoke", 12, "n1"), "3: n1 is paused until 20"},
      {head + pause(11, 20) + asked(12) + at("hear", 20, "n1"), ""},
      {head + pause(11, 20) + asked(12), ""},
      {head + pause(11, 20) + asked(12) + at("exit", 20, "n1") + later, ""},
      {head + pause(11, 20) + asked(12) + later,
       "4: n1 resumes at 20, but did not receive all requests of clients"},
      {head + pause(11, 20) + at("hear", 20, "n1"), "3: no request of a client waits for n1"},
      {head + pause(11, 20) + asked(12) + at("hear", 21, "n1"),
       "4: the request to n1 of time 12 cannot be received now"},
      {head + pause(11, 20) + asked(12) + at("timer", 20, "n1"),
       "4: requests of clients wait for n1, and they come before its timers"},
      {head + got + pause(11, 20) + at("timer", 20, "n1") + received(20),
       "5: n1 should have received"},
      {head + got + pause(11, 20) + asked(12) + at("hear", 20, "n1") + received(20),
       "6: n1 should"},
      {head + asked(12), "2: n1 is not paused, so nothing waits for it"},
      {head + pause(11, 20) + asked(20), "3: n1 is not paused"},
      {head + at("exit", 1, "n1") + pause(11, 20), "3: n1 is down, so it cannot do this"},
      {header_of(still, {"S(n0,#1,+9ns)"}), "1: the spec does not allow to pause n0"},
      {header({"S(n1,#1,+9ns)"}), "1: the spec does not allow to pause n1"},
  });
}

TEST(Course, APauseHoldsBothOfAMessageThatComesTwice) {
  const std::string head =
      header_of(R"x(, "duplicates": {"most": 1, "after": [4]}, "pauses": {"most": 1, "for": [9]})x",
                {"U(n0,n1,m#0,+4ns)", "S(n1,#1,+9ns)"});
  const std::string both = sent(1, "doubled", 0, R"x(, "arrive": 11, "again": 15)x");
  const std::string later = at("timer", 30, "n0");
  expect_problems({
      {head + both + pause(11, 20) + received(20) + received(20) + later, ""},
      {head + both + pause(11, 20) + received(20) + later,
       "2: n1 did not receive the message at 20"},
      {head + both + pause(11, 20) + received(20) + received(20) + received(20),
       "6: n0,n1,m#0 was received before"},
  });
}

// The node has a message waiting when it resumes, and crashes before handling this message.
TEST(Course, NodesCrashWhenTheyGoOn) {
  const std::string crash = R"x({"e": "crash", "t": 20, "node": "n1"})x"
                            "\n";
  const auto [course, problem] = followed(
      header_of(std::string(R"x(, "crashes": 1)x") + still, {"S(n1,#1,+9ns)", "C(n1,#1)"}) +
      sent(1, "dead", 0, R"x(, "arrive": 11)x") + pause(11, 20) + crash + at("timer", 30, "n0") +
      verdict());
  EXPECT_EQ(problem, "");
  EXPECT_EQ(to_text(course.struck), "C(n1,#1) S(n1,#1,+9ns)");
  EXPECT_EQ(course.approached.at("n1"), 1U);
}

TEST(Course, MessagesComeTwice) {
  const std::string twice = R"x(, "duplicates": {"most": 1, "after": [4, 8]})x";
  const std::string head = header_of(twice, {"U(n0,n1,m#0,+4ns)"});
  const std::string both = sent(1, "doubled", 0, R"x(, "arrive": 11, "again": 15)x");
  const auto [course, problem] =
      followed(head + both + received(11) + received(15) + at("timer", 20, "n0") + verdict());
  EXPECT_EQ(problem, "");
  EXPECT_EQ(to_text(course.struck), "U(n0,n1,m#0,+4ns)");
  EXPECT_EQ(course.attempts[0].fate, Fate::doubled);
  EXPECT_EQ(course.activations.at("n1"), 2U);
  const std::string gone = at("exit", 12, "n1");
  const std::string later = at("timer", 20, "n0");
  expect_problems({
      {head + both + received(11) + gone + later, ""},
      {head + both + at("exit", 5, "n1") + later, ""},
      {head + both + received(11), ""},
      {head + both + received(11) + later, "2: n1 did not receive the message at 15"},
      {head + both + received(15) + later, "2: n1 did not receive the message at 11"},
      {head + both + received(12), "3: the message should arrive at 11"},
      {head + both + received(11) + received(11), "4: n0,n1,m#0 was received before"},
      {head + sent(1) + received(11), "2: the message should be doubled: U(n0,n1,m#0)"},
      {head + sent(1, "doubled", 0, R"x(, "arrive": 11, "again": 19)x"),
       "2: by the faults, the duplicate arrives 4ns later"},
      {head + sent(1, "doubled", 0, R"x(, "arrive": 11)x"),
       "2: n0,n1,m#0 is duplicated, so it needs the keys \"arrive\" and \"again\""},
      {head + sent(60, "doubled", 0, R"x(, "arrive": 70, "again": 74)x"),
       "2: U(n0,n1,m#0) is not possible by the spec: the message is sent at 60"},
      {header_of(twice) + both, "2: U(n0,n1,m#0) is not among the faults"},
      {header_of(twice, {"U(n0,n1,m#0,+5ns)"}),
       "1: the spec allows no duplicate 5ns after the message"},
  });
}

TEST(Course, ACutLosesWhatIsSentInItsWindow) {
  const std::string cuts =
      R"x(, "partitions": {"most": 1, "cuts": ["n0", "n1>n0"], "window": 10})x";
  const std::string head = header_of(cuts, {"P(n0,10ns,20ns)", "O(n0,n1,m#1)"});
  const auto [course, problem] =
      followed(head + sent(9) + sent(10, "lost", 1) + received(19) + sent(19, "lost", 2) +
               sent(20, "ok", 3) + received(30, 3) + verdict());
  EXPECT_EQ(problem, "");
  EXPECT_EQ(to_text(course.struck), "P(n0,10ns,20ns)") << "what it loses needs no other fault";
  EXPECT_EQ(course.attempts[1].sent, 10);
  expect_problems({
      {head + sent(10) + received(12), "2: the message should be lost: P(n0,10ns,20ns)"},
      {head + sent(9, "lost"), "2: O(n0,n1,m#0) is not among the faults"},
      {header_of(cuts, {"P(n1>n0,10ns,20ns)"}) + sent(10, "lost"),
       "2: O(n0,n1,m#0) is not among the faults"},
      {header_of(cuts, {"P(n0,9ns,19ns)"}),
       "1: P(n0,9ns,19ns) fits no window of the spec: windows begin at 0s and take 10ns"},
      {header_of(cuts, {"P(n1,10ns,20ns)"}), "1: the spec allows no partition P(n1,10ns,20ns)"},
      {header_of(cuts + R"x(, "delays": {"values": [5]})x",
                 {"P(n0,10ns,20ns)", "D(n0,n1,m#0,+5ns)"}) +
           sent(10, "lost"),
       ""},
  });
}

TEST(Course, NodesCrashAtTimes) {
  const std::string times = R"x(, "crashes": 1, "crash_times": [10, 30])x";
  const std::string second = header_of(times, {"C(n1,#2)"});
  const auto [course, problem] = followed(second + at("timer", 10, "n1") + at("timer", 20, "n1") +
                                          at("timer", 31, "n1") + verdict());
  EXPECT_EQ(problem, "") << "it is not a fault before what is done at 20";
  EXPECT_TRUE(course.struck.empty());
  EXPECT_EQ(course.spared, (std::set<Activation>{{"n1", 2}}));
  const std::string third = header_of(times, {"C(n1,#3)"});
  const std::string two = at("timer", 10, "n1") + at("timer", 20, "n1");
  EXPECT_EQ(to_text(followed(third + two + at("crash", 31, "n1") + verdict()).course.struck),
            "C(n1,#3)");
  expect_problems({
      {third + two + at("timer", 31, "n1"), "4: n1 should have crashed before this: C(n1,#3)"},
      {third + two + at("crash", 29, "n1"), "4: C(n1,#3) is not possible by the spec at 29"},
      {second + at("timer", 10, "n1") + at("crash", 20, "n1"),
       "3: C(n1,#2) is not possible by the spec at 20"},
  });
}

TEST(Course, NodesCrashInTheMiddleOfWhatTheyDo) {
  const std::string midway =
      R"x(, "crashes": 1, "midway": true, "restarts": {"most": 1, "down": [4]})x";
  const auto crash = [](int time, int said, const std::string& more = "") {
    return fmt::format(R"x({{"e": "crash", "t": {}, "node": "n0", "said": {}{}}})x"
                       "\n",
                       time, said, more);
  };
  const std::string woken =
      invoked(0, "0", "n1") + at("timer", 1, "n0") + sent(1, "ok", 0, R"x(, "arrive": 11)x");
  const auto [course, problem] =
      followed(header_of(midway, {"C(n0,#1+1)"}) + woken + crash(1, 1) + verdict());
  EXPECT_EQ(problem, "");
  EXPECT_EQ(to_text(course.struck), "C(n0,#1+1)");
  EXPECT_EQ(course.activations.at("n0"), 1U);
  EXPECT_EQ(course.said.at({"n0", 1}), 1U);
  const std::string answer = returned(1, "0", R"x(, "node": "n0")x");
  const std::string back = header_of(midway, {"C(n0,#1+1,+4ns)"});
  expect_problems({
      {header_of(midway, {"C(n0,#1+)"}) + at("timer", 1, "n0") + crash(1, 0), ""},
      {header_of(midway, {"C(n0,#1+2)"}) + woken + answer + crash(1, 2), ""},
      {header_of(midway, {"C(n0,#1+2)"}) + woken, ""},
      {header_of(midway, {"C(n0,#1+1)"}) + woken + answer,
       "5: n0 should have crashed before this: C(n0,#1+1)"},
      {header_of(midway, {"C(n0,#1+)"}) + woken, "4: n0 should have crashed before this"},
      {header_of(midway, {"C(n0,#1+1)"}) + woken + crash(1, 0),
       "5: n0 has not sent 0 messages in this activation"},
      {header_of(midway, {"C(n0,#2)"}) + woken + crash(1, 1),
       "5: C(n0,#1+1) is not among the faults"},
      {header_of(midway, {"C(n0,#1+)"}) + crash(1, 0),
       "2: n0 has not sent 0 messages in this activation"},
      {back + woken + crash(1, 1, R"x(, "back": 5)x") + at("restart", 5, "n0") +
           sent(5, "ok", 1, R"x(, "arrive": 15)x") + at("timer", 6, "n0"),
       ""},
      {back + woken + crash(1, 1, R"x(, "back": 6)x"),
       "5: by the faults it restarts 4ns later: \"back\" must be 5"},
      {header_of(midway) + woken + returned(1, "0"), "5: the answer has no \"node\""},
      {header_of(R"x(, "crashes": 1)x", {"C(n0,#1+1)"}),
       "1: the spec does not allow n0 to crash during an activation"},
  });
}

TEST(Course, SaysWhatCannotHaveHappened) {
  const std::string loss = header({"O(n0,n1,m#0)"});
  const std::string delay = header({"D(n0,n1,m#0,+5ns)"});
  const std::string first = header({"C(n1,#1)"});
  const std::string crash = at("crash", 2, "n1");
  const std::vector<std::pair<std::string, std::string>> cases{
      {header() + sent(1, "ok", 1),
       "2: the number of the message is 1, but the next message of its type on this channel has "
       "number 0"},
      {header() + sent(1, "lost"), "2: O(n0,n1,m#0) is not among the faults"},
      {loss + sent(1) + received(9), "2: the message should be lost"},
      {loss + sent(51, "lost"), "2: O(n0,n1,m#0) is not possible"},
      {header() + received(1), "2: n0,n1,m#0 was never sent"},
      {header() + sent(1) + received(2) + received(3), "4: n0,n1,m#0 was received before"},
      {loss + sent(1, "lost") + received(2), "3: n0,n1,m#0 cannot be received: it was lost"},
      {header() + sent(1) + at("timer", 1, "n0"), "2: n1 did not receive the message"},
      {header() + sent(1, "ok", 0, R"(, "arrive": 3)") + at("timer", 9, "n0"),
       "2: n1 did not receive the message"},
      {header() + sent(1, "dead"), "2: n1 is up"},
      {header() + sent(1, "dead") + at("exit", 5, "n1"),
       "2: n1 was up when it arrived, so the fate cannot be dead"},
      {header() + sent(1, "dead", 0, R"x(, "arrive": 3)x") + at("exit", 5, "n1"),
       "2: n1 was up when it arrived"},
      {header() + sent(1, "ok", 0, R"x(, "arrive": 3)x") + received(2),
       "3: the message should arrive at 3"},
      {header() + sent(1) + received(2, 0, R"x(, "silent": true)x") + at("exit", 5, "n1"),
       "4: n1 received its last message silently (\"silent\"), so it cannot act now"},
      {header({"O(n0,n7,m#0)"}), "1: n7 is not a node of the spec"},
      {header() + at("timer", 1, "n7"), "2: n7 is not a node"},
      {header() + crash, "2: C(n1,#1) is not among the faults"},
      {header({"C(n1,#2)"}) + crash, "2: C(n1,#1) is not among the faults"},
      {first + at("timer", 1, "n1"), "2: n1 should have crashed before"},
      {first + crash + at("timer", 3, "n1"), "3: n1 is down"},
      {first + crash + at("exit", 3, "n1"), "3: n1 is down already"},
      {header({"C(n1,#1)", "C(n0,#1)"}) + crash, "1: 2 nodes crash, and the spec has 1"},
      {header({"C(n5,#1)"}), "1: n5 is not a node of the spec"},
      {delay + sent(1) + received(9), "2: the message should be late"},
      {delay + sent(1, "dead", 0, R"x(, "arrive": 16)x") + at("exit", 5, "n1"),
       "2: the message should be late"},
      {delay + sent(51, "late", 0, R"x(, "arrive": 66)x"), "2: D(n0,n1,m#0) is not possible"},
      {delay + sent(1, "late"), "2: the message is late, so it needs the key \"arrive\""},
      {delay + sent(1, "late", 0, R"x(, "arrive": 16)x") + at("timer", 20, "n0"),
       "2: n1 did not receive the message"},
      {header() + sent(1, "late", 0, R"x(, "arrive": 16)x"), "2: D(n0,n1,m#0) is not among"},
      {header({"D(n0,n1,m#0,+6ns)"}), "1: the spec allows no delay of 6ns"},
      {header({"D(n0,n1,m#0,+5ns)", "D(n0,n1,m#1,+5ns)"}),
       "1: 2 messages are late, and the spec has 1"},
      {header({"D(n0,n7,m#0,+5ns)"}), "1: n7 is not a node of the spec"},
  };
  for (const auto& [text, want] : cases) {
    EXPECT_THAT(followed(text + verdict()).problem, HasSubstr(want));
  }
}

TEST(Course, KnowsTheLimitsOfTheSpec) {
  const auto limited = [](const std::string& limit, const std::vector<std::string>& faults) {
    const std::string begin =
        R"x({"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["n0", "n1"], "eff": 9, )x";
    return followed(begin + limit + R"x(}, "faults": [)x" + listed(faults) + "]}\n" + verdict())
        .problem;
  };
  const std::vector<std::string> two{"O(n0,n1,m#0)", "O(n0,n1,m#1)"};
  EXPECT_EQ(limited(R"x("omissions": 2)x", two), "");
  EXPECT_THAT(limited(R"x("omissions": 1)x", two),
              HasSubstr("2 messages are lost, and the spec has 1"));
  EXPECT_THAT(limited(R"x("faults": 1)x", two), HasSubstr("2 faults, and the spec has 1"));
  EXPECT_THAT(limited(R"x("crashes": 1, "crashable": ["n0"])x", {"C(n1,#1)"}),
              HasSubstr("the spec does not allow n1 to crash"));
}

}  // namespace
}  // namespace ldfi::systems
