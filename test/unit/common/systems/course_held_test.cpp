#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/systems/faults/fault_text.hpp"
#include "test/unit/common/systems/followed.hpp"

namespace ldfi::systems {
namespace {

using ::testing::HasSubstr;

std::string held(int time, int number = 0) {
  return fmt::format(R"({{"e": "hold", "t": {}, "id": ["n0", "n1", "m", {}]}})"
                     "\n",
                     time, number);
}

/// Returns the sending of a message that would arrive after 10 ns.
std::string on_its_way(int time, const std::string& fate, int number = 0,
                       const std::string& more = "") {
  return sent(time, fate, number, fmt::format(R"(, "arrive": {}{})", time + 10, more));
}

constexpr const char* order = R"(, "delays": {"behind": 2, "within": 9})";

TEST(Held, ComesRightBehindWhatItsReceiverDoes) {
  const auto [course, problem] = followed(
      header_of(order, {"D(n0,n1,m#0,+#2)"}) + on_its_way(1, "late") + on_its_way(2, "ok", 1) +
      held(11) + received(12, 1) + at("timer", 13, "n1") + received(13) + verdict());
  EXPECT_EQ(problem, "");
  EXPECT_EQ(to_text(course.struck), "D(n0,n1,m#0,+#2)");
  EXPECT_EQ(course.attempts[0].fate, Fate::late);
  EXPECT_TRUE(course.attempts[0].received);
  EXPECT_EQ(course.activations.at("n1"), 3U);
}

TEST(Held, ComesWhenItsTimeIsOver) {
  const std::string head = header_of(order, {"D(n0,n1,m#0,+#2)"}) + on_its_way(1, "late") +
                           on_its_way(2, "ok", 1) + held(11);
  const std::string later = at("timer", 30, "n0");
  expect_problems({
      {head + received(12, 1) + received(20) + later, ""},
      {head + received(12, 1) + received(19), "6: n1 has other activations before it"},
      {head + received(12, 1) + received(21), "6: the message should arrive at 20"},
      {head + received(12, 1) + later, "2: n1 did not receive the message"},
      {head + received(12, 1), ""},
      {head + received(12, 1) + at("exit", 20, "n1") + later, ""},
      {head + received(12, 1) + received(20) + received(20), "7: n0,n1,m#0 was received before"},
  });
}

// No event follows the end of the wait, so no event shows that the wait is over.
TEST(Held, FindsItsReceiverDownBehindTheLastEvent) {
  const std::string head =
      header_of(R"(, "delays": {"behind": 2, "within": 9}, "crashes": 1, "order": "fifo")",
                {"D(n0,n1,m#0,+#2)", "C(n1,#1)"}) +
      on_its_way(1, "late") + on_its_way(2, "dead", 1) + held(11) + held(12, 1);
  expect_problems({
      {head + at("crash", 20, "n1"), ""},
      {head + at("crash", 15, "n1"), ""},
      {head + at("crash", 20, "n1") + at("timer", 30, "n0"), ""},
      {head, "3: n1 has other activations first"},
  });
}

// The wait ends at the time of the restart. It began before the crash, so it ends before the
// restart.
TEST(Held, IsOverBeforeItsReceiverIsBack) {
  const std::string head =
      header_of(R"(, "delays": {"behind": 2, "within": 9}, "restarts": {"most": 1, "down": [9]})",
                {"D(n0,n1,m#0,+#2)", "C(n1,#1,+9ns)"}) +
      on_its_way(1, "late") + held(11) + R"({"e": "crash", "t": 11, "node": "n1", "back": 20})" +
      "\n" + at("restart", 20, "n1");
  expect_problems({
      {head + at("timer", 30, "n1"), ""},
  });
}

TEST(Held, IsWhatTheFaultsSay) {
  const std::string head = header_of(order, {"D(n0,n1,m#0,+#1)"});
  const std::string both = head + on_its_way(1, "late") + on_its_way(2, "ok", 1);
  const std::string later = at("timer", 40, "n0");
  expect_problems({
      {both + held(11) + received(12, 1) + received(12) + later, ""},
      {both + received(11), "4: n0,n1,m#0 should be delivered after other activations"},
      {both + held(11) + received(12, 1) + at("timer", 12, "n1"),
       "6: n1 should have received n0,n1,m#0"},
      {both + held(11) + received(12, 1) + at("timer", 13, "n1"),
       "6: n1 should have received n0,n1,m#0"},
      {both + held(11) + received(12, 1) + received(13), "6: the message should arrive at 12"},
      {both + held(11) + received(12, 1) + later, "2: n1 did not receive the message"},
      {both + held(11) + received(12, 1) + at("exit", 12, "n1") + later, ""},
      {both + held(11) + received(11), "5: n1 has other activations before it"},
      {both + held(12), "4: the message does not arrive now"},
      {both + held(11) + held(11), "5: n0,n1,m#0 arrived before"},
      {both + held(12, 1), "4: no fault and no order delays n0,n1,m#1, so it is not held"},
      {both + held(11, 7), "4: n0,n1,m#7 was never sent"},
      {header({"O(n0,n1,m#0)"}) + on_its_way(1, "lost") + held(11), "3: n0,n1,m#0 does not arrive"},
      {header_of(order, {"D(n0,n1,m#0,+#3)"}),
       "1: the spec allows no message to be delivered after 3 activations"},
      {header_of(order, {"D(n0,n1,m#0,+9ns)"}), "1: the spec allows no delay of 9ns"},
  });
}

// A message that waits only for activations is received before a message that also waits for the
// receipt of the first one.
TEST(Held, OfSeveralEachCountsForTheOthers) {
  const std::string head =
      header_of(order, {"D(n0,n1,m#0,+#1)", "D(n0,n1,m#1,+#2)", "D(n0,n1,m#2,+#1)"}) +
      on_its_way(1, "late") + on_its_way(2, "late", 1) + on_its_way(2, "late", 2) + held(11) +
      held(12, 1) + held(12, 2) + at("timer", 13, "n1");
  expect_problems({
      {head + received(13) + received(13, 2) + received(13, 1), ""},
      {head + received(13, 2), "9: n1 should have received n0,n1,m#0 before this"},
      {head + received(13) + received(13, 1), "10: n1 should have received n0,n1,m#2"},
      {head + received(13, 1), "9: n1 has other activations before it"},
  });
}

TEST(Held, KeepsTheOrderOfAFifoChannel) {
  const std::string head =
      header_of(std::string(order) + R"(, "order": "fifo")", {"D(n0,n1,m#0,+#1)"}) +
      on_its_way(1, "late") + on_its_way(2, "ok", 1) + held(11);
  const std::string later = at("timer", 40, "n0");
  const std::string dead =
      header_of(std::string(order) + R"(, "order": "fifo")", {"D(n0,n1,m#0,+#1)"}) +
      on_its_way(1, "late") + on_its_way(2, "dead", 1) + held(11) + held(12, 1);
  expect_problems({
      {head + held(12, 1) + at("timer", 13, "n1") + received(13) + received(13, 1) + later, ""},
      {head + held(12, 1) + received(20) + received(20, 1) + later, ""},
      {head + held(12, 1) + received(20) + later, "3: n1 did not receive the message"},
      {head + received(12, 1),
       "5: n0,n1,m#1 overtakes an earlier message of n0, so it must be held"},
      {dead + at("exit", 14, "n1") + later, ""},
      {dead + at("timer", 13, "n1") + at("exit", 13, "n1") + later, ""},
      {dead + received(20) + later, "3: n1 is up, so the fate cannot be dead"},
      {dead + received(20) + at("exit", 40, "n1"), "3: n1 was up when it arrived"},
      {head + held(12, 1) + at("timer", 13, "n1") + received(13, 1),
       "7: n1 has other activations before it"},
      {head + held(12, 1) + at("timer", 13, "n1") + received(13) + at("timer", 13, "n1"),
       "8: n1 should have received n0,n1,m#1"},
  });
}

TEST(Held, BothOfWhatComesTwiceMayWait) {
  const std::string head = header_of(R"(, "delays": {"behind": 1, "within": 90}, "order": "fifo",
                    "duplicates": {"most": 1, "after": [4]})",
                                     {"D(n0,n1,m#0,+#1)", "U(n0,n1,m#1,+4ns)"});
  std::string one_line = head;
  std::erase(one_line, '\n');
  one_line += "\n";
  const std::string both = one_line + on_its_way(1, "late") +
                           sent(2, "doubled", 1, R"(, "arrive": 12, "again": 16)") + held(11) +
                           held(12, 1);
  expect_problems({
      {both + held(16, 1) + at("timer", 20, "n1") + received(20) + received(20, 1) +
           received(20, 1) + at("timer", 40, "n0"),
       ""},
      {both + at("timer", 13, "n1") + received(13) + received(13, 1) + received(16, 1), ""},
      {both + held(16, 1) + at("timer", 20, "n1") + received(20) + received(20, 1) +
           at("timer", 40, "n1"),
       "10: n1 should have received n0,n1,m#1"},
  });
}

TEST(Held, ComesWhenAPauseIsOver) {
  const std::string head = header_of(std::string(order) + R"(, "pauses": {"most": 1, "for": [20]})",
                                     {"D(n0,n1,m#0,+#1)", "S(n1,#2,+20ns)"}) +
                           on_its_way(1, "late") + on_its_way(2, "ok", 1) + on_its_way(5, "ok", 2) +
                           held(11) + received(12, 1) +
                           R"({"e": "pause", "t": 12, "node": "n1", "back": 32})" + "\n";
  const std::string later = at("timer", 40, "n0");
  expect_problems({
      {head + received(32) + received(32, 2) + later, ""},
      {head + received(32, 2) + received(32) + later, "8: n1 should have received n0,n1,m#0"},
      {head + received(32, 2) + later, "8: n1 should have received n0,n1,m#0"},
  });
}

// A message to a paused node arrives when the node resumes. Only then its wait for activations
// begins.
TEST(Held, IsHeldWhenItsReceiverGoesOn) {
  const auto head = [](const std::string& more) {
    return header_of(
               R"(, "delays": {"behind": 2, "within": 9}, "pauses": {"most": 1, "for": [20]})" +
                   more,
               {"D(n0,n1,m#1,+#1)", "S(n1,#1,+20ns)"}) +
           on_its_way(1, "ok") + on_its_way(2, "late", 1) + on_its_way(3, "ok", 2) +
           R"({"e": "pause", "t": 11, "node": "n1", "back": 31})" + "\n";
  };
  const std::string any = head("");
  const std::string fifo = head(R"(, "order": "fifo")");
  const std::string later = at("timer", 60, "n0");
  expect_problems({
      {any + received(31) + held(31, 1) + received(31, 2) + received(31, 1) + later, ""},
      {any + held(12, 1), "6: n1 is paused until 31, so it cannot do this"},
      {any + received(31) + received(31, 1),
       "7: n0,n1,m#1 should be delivered after other activations"},
      {any + held(31, 1) + received(31),
       "7: n1 should have received this before its last activation: it has waited since 11"},
      {any + received(31) + received(31, 2) + held(31, 1),
       "8: n1 should have received this before its last activation: it has waited since 12"},
      {any + received(31) + held(31, 1) + held(31, 1), "8: n0,n1,m#1 arrived before"},
      {any + received(31) + held(32, 1), "7: the message does not arrive now"},
      {any + received(31) + held(31, 1) + received(31, 2) + later,
       "3: n1 did not receive the message"},
      {any + received(31) + held(31, 1) + received(31, 2) + received(40, 1),
       "9: the message should arrive at 31"},
      {fifo + received(31) + held(31, 1) + held(31, 2) + received(40, 1) + received(40, 2) + later,
       ""},
      {fifo + received(31) + held(31, 1) + held(31, 2) + received(39, 1),
       "9: n1 has other activations before it"},
      {fifo + received(31) + held(31, 1) + received(31, 2),
       "8: n0,n1,m#2 overtakes an earlier message of n0, so it must be held"},
      {fifo + received(31) + held(31, 1) + held(31, 2) + at("timer", 33, "n1") + received(33, 1) +
           received(33, 2) + later,
       ""},
  });
}

// A message that arrives at the same time as a released one is held back only after that one was
// received.
TEST(Held, IsNotHeldBeforeWhatIsDue) {
  const std::string head = header_of(order, {"D(n0,n1,m#0,+#1)", "D(n0,n1,m#1,+#1)"}) +
                           on_its_way(1, "late") + on_its_way(3, "late", 1) + held(11) +
                           at("timer", 13, "n1");
  expect_problems({
      {head + received(13) + held(13, 1) + at("timer", 14, "n1") + received(14, 1), ""},
      {head + held(13, 1) + received(13), "6: n1 should have received n0,n1,m#0 before this"},
  });
}

// The time of the receiver's next activation is unknown, so the message waits until then.
TEST(Held, WaitsForANodeThatComesBack) {
  const std::string head =
      header_of(std::string(order) + R"(, "restarts": {"most": 1, "down": [4]})",
                {"D(n0,n1,m#0,+#1)", "C(n1,#1,+4ns)"}) +
      on_its_way(1, "late") + held(11);
  const std::string crash = R"({"e": "crash", "t": 12, "node": "n1", "back": 16})"
                            "\n";
  expect_problems({
      {head + crash + at("restart", 16, "n1") + at("timer", 18, "n1") + received(18), ""},
      {head + crash + at("restart", 16, "n1") + at("timer", 17, "n1") + at("timer", 18, "n1"),
       "7: n1 should have received n0,n1,m#0"},
  });
}

TEST(Held, ReaderKnowsHowLongMessagesWait) {
  const auto problem = [](const std::string& delays) {
    return read(header_of(R"(, "delays": )" + delays) + verdict()).problem();
  };
  EXPECT_EQ(problem(R"({"behind": 2, "within": 5})"), "");
  EXPECT_EQ(problem(R"({"behind": 0, "values": [5]})"), "");
  EXPECT_THAT(problem(R"({"behind": 2})"), HasSubstr("\"within\" must be a time"));
  EXPECT_THAT(problem(R"({"behind": 2, "within": 0})"),
              HasSubstr("1: \"within\" of the spec's \"delays\" is above 0"));
  EXPECT_THAT(
      problem(R"({"values": [5], "within": 5})"),
      HasSubstr("\"within\" of the spec's \"delays\" is for \"behind\", which is not there"));
  for (const char* wrong : {"101", "-1", "2.5", "12345678901234567890", "true"}) {
    EXPECT_THAT(problem(fmt::format(R"({{"behind": {}, "within": 5}})", wrong)),
                HasSubstr(fmt::format("1: \"behind\" of the spec's \"delays\" must be an integer "
                                      "from 0 to 100, not {}",
                                      wrong)));
  }
  for (const char* none : {R"({"behind": 0})", R"({"behind": 0, "within": 5})"}) {
    EXPECT_EQ(problem(none), "");
    const Read held = read(header_of(std::string(R"(, "delays": )") + none) + verdict());
    EXPECT_TRUE(held.recording->fspec.delays.empty());
  }
  const Read both =
      read(header_of(R"(, "delays": {"behind": 2, "within": 5, "values": [7]})") + verdict());
  EXPECT_EQ(both.recording->fspec.delays, (std::vector<Lateness>{behind(1), behind(2), 7}));
  EXPECT_EQ(both.recording->fspec.behind_within, 5);
  const std::string silent = R"({"e": "hold", "t": 1, "id": ["n0", "n1", "m", 0], "silent": true})"
                             "\n";
  EXPECT_THAT(read(header_of(order) + silent + verdict()).problem(),
              HasSubstr("there is no key silent here"));
}

}  // namespace
}  // namespace ldfi::systems
