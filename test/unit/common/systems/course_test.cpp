#include "common/systems/course.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

using ::testing::HasSubstr;

struct Followed {
  Course course;
  std::string problem;
};

Followed followed(const std::string& text) {
  Read found = read(text);
  EXPECT_TRUE(found.recording) << found.problem();
  Course course = follow(*found.recording, found.problems);
  return {std::move(course), found.problem()};
}

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

// What it would have done as its second activation is counted, so its next is the third.
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
      {first + at("timer", 17, "n0"), "3: n1 is back at 16, and did not restart"},
      {first + at("restart", 15, "n1"), "3: n1 is not back now"},
      {first + at("restart", 16, "n1") + at("restart", 16, "n1"), "4: n1 is up"},
      {first + at("timer", 13, "n1"), "3: n1 is down"},
      {header({"C(n1,#1,+7ns)"}) + crash, "2: it is back 7ns later by the faults"},
      {header({"C(n1,#1,+4ns)"}) + at("crash", 12, "n1"), "2: it is back 4ns later"},
      {header({"C(n1,#1)"}) + crash, "2: this crash is for good by the faults"},
      {header({"C(n1,#2,+4ns)"}) + crash, "2: C(n1,#1) is not among the faults"},
      {header({"C(n1,#1,+4ns)"}) + at("timer", 1, "n1"), "2: n1 should have crashed before this"},
      {header({"C(n1,#1,+5ns)"}), "1: no node is down for 5ns by the spec"},
      {header({"C(n7,#1,+4ns)"}), "1: n7 may not crash and restart"},
      {header({"C(n1,#1,+4ns)", "C(n1,#2,+4ns)"}), "1: 2 crashes are followed by a restart"},
      {first + at("restart", 16, "n1") + sent(20, "dead", 0, R"x(, "arrive": 30)x"),
       "4: n1 was up when it arrived"},
  };
  for (const auto& [text, want] : cases) {
    const std::string got = followed(text + verdict()).problem;
    EXPECT_TRUE(want.empty() ? got.empty() : got.find(want) == 0) << got << "\n" << text;
  }
}

TEST(Course, SaysWhatCannotHaveHappened) {
  const std::string loss = header({"O(n0,n1,m#0)"});
  const std::string delay = header({"D(n0,n1,m#0,+5ns)"});
  const std::string first = header({"C(n1,#1)"});
  const std::string crash = at("crash", 2, "n1");
  const std::vector<std::pair<std::string, std::string>> cases{
      {header() + sent(1, "ok", 1), "2: its number is 1, and 0 comes next"},
      {header() + sent(1, "lost"), "2: O(n0,n1,m#0) is not among the faults"},
      {loss + sent(1) + received(9), "2: it should be lost"},
      {loss + sent(51, "lost"), "2: O(n0,n1,m#0) is not possible"},
      {header() + received(1), "2: n0,n1,m#0 was never sent"},
      {header() + sent(1) + received(2) + received(3), "4: n0,n1,m#0 was received before"},
      {loss + sent(1, "lost") + received(2), "3: n0,n1,m#0 was lost"},
      {header() + sent(1) + at("timer", 1, "n0"), "2: n1 neither received it"},
      {header() + sent(1, "ok", 0, R"(, "arrive": 3)") + at("timer", 9, "n0"),
       "2: n1 did not receive it"},
      {header() + sent(1, "dead"), "2: n1 is up"},
      {header() + sent(1, "dead") + at("exit", 5, "n1"), "2: n1 was up when it arrived, as far"},
      {header() + sent(1, "dead", 0, R"x(, "arrive": 3)x") + at("exit", 5, "n1"),
       "2: n1 was up when it arrived"},
      {header() + sent(1, "ok", 0, R"x(, "arrive": 3)x") + received(2), "3: it was to arrive at 3"},
      {header() + sent(1) + received(2, 0, R"x(, "silent": true)x") + at("exit", 5, "n1"),
       "4: n1 received the last message silently"},
      {header({"O(n0,n7,m#0)"}), "1: O(n0,n7,m#0) names a node that is none"},
      {header() + at("timer", 1, "n7"), "2: n7 is no node"},
      {header() + crash, "2: C(n1,#1) is not among the faults"},
      {header({"C(n1,#2)"}) + crash, "2: C(n1,#1) is not among the faults"},
      {first + at("timer", 1, "n1"), "2: n1 should have crashed before"},
      {first + crash + at("timer", 3, "n1"), "3: n1 is down"},
      {first + crash + at("exit", 3, "n1"), "3: n1 is down already"},
      {header({"C(n1,#1)", "C(n0,#1)"}) + crash, "1: 2 nodes crash, and the spec has 1"},
      {header({"C(n5,#1)"}), "1: n5 may not crash"},
      {delay + sent(1) + received(9), "2: it should be late"},
      {delay + sent(1, "dead", 0, R"x(, "arrive": 16)x") + at("exit", 5, "n1"),
       "2: it should be late"},
      {delay + sent(51, "late", 0, R"x(, "arrive": 66)x"), "2: D(n0,n1,m#0) is not possible"},
      {delay + sent(1, "late"), "2: it is late, and has no \"arrive\""},
      {delay + sent(1, "late", 0, R"x(, "arrive": 16)x") + at("timer", 20, "n0"),
       "2: n1 did not receive it"},
      {header() + sent(1, "late", 0, R"x(, "arrive": 16)x"), "2: D(n0,n1,m#0) is not among"},
      {header({"D(n0,n1,m#0,+6ns)"}), "1: no message is 6ns late by the spec"},
      {header({"D(n0,n1,m#0,+5ns)", "D(n0,n1,m#1,+5ns)"}),
       "1: 2 messages are late, and the spec has 1"},
      {header({"D(n0,n7,m#0,+5ns)"}), "1: D(n0,n7,m#0) names a node that is none"},
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
  EXPECT_THAT(limited(R"x("faults": 1)x", two),
              HasSubstr("there are 2 faults, and the spec has 1"));
  EXPECT_THAT(limited(R"x("crashes": 1, "crashable": ["n0"])x", {"C(n1,#1)"}),
              HasSubstr("n1 may not crash"));
}

}  // namespace
}  // namespace ldfi::systems
