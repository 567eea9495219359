#include "common/systems/pending.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/systems/course.hpp"
#include "test/unit/common/systems/fault_sets.hpp"
#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string with_deliveries(const std::vector<std::string>& messages,
                            const std::vector<std::string>& faults = {}) {
  std::string out = header(faults);
  return out.insert(out.find("\"faults\""), "\"deliveries\": [" + listed(messages) + "], ");
}

std::string problem_of(const std::string& text) {
  Read found = read(text);
  if (found.recording) follow(*found.recording, found.problems);
  return found.problem();
}

TEST(Pending, WhatIsNotAmongTheDeliveriesNeverArrives) {
  const std::string head = with_deliveries({"n0,n1,m#1"});
  const std::string good =
      head + sent(1, "pending") + sent(2, "ok", 1) + received(12, 1) + verdict("fail");
  EXPECT_EQ(problem_of(good), "");
  const Read found = read(good);
  ASSERT_TRUE(found.recording->deliveries.has_value());
  EXPECT_EQ(to_texts(found.recording->deliveries), std::vector<std::string>{"n0,n1,m#1"});
  EXPECT_THAT(problem_of(head + sent(1) + received(11) + verdict()),
              HasSubstr("2: n0,n1,m#0 is not among the deliveries"));
  EXPECT_THAT(problem_of(head + sent(1, "pending") + sent(2, "pending", 1) + verdict()),
              HasSubstr("3: n0,n1,m#1 is among the deliveries"));
  EXPECT_THAT(
      problem_of(head + sent(1, "pending") + received(11) + verdict()),
      HasSubstr(
          "n0,n1,m#0 cannot be received: it was lost, its receiver was down, or it stays pending"));
  EXPECT_THAT(problem_of(header() + sent(1, "pending") + verdict()),
              HasSubstr("2: n0,n1,m#0 is among the deliveries"))
      << "where all may arrive";
}

TEST(Pending, DoesNotFailAsWell) {
  const std::string head = with_deliveries({}, {"O(n0,n1,m#0)", "D(n0,n1,m#1,+5ns)"});
  const Read found = read(head + sent(1, "pending") + sent(2, "pending", 1) + verdict());
  std::vector<Diagnostic> problems;
  const Course course = follow(*found.recording, problems);
  EXPECT_TRUE(problems.empty());
  EXPECT_TRUE(course.struck.empty());
  EXPECT_TRUE(course.attempts.empty());
}

TEST(Pending, DeliveriesAreMessages) {
  EXPECT_THAT(problem_of(with_deliveries({"n0,n1,m"}) + verdict()), HasSubstr("is not a message"));
  EXPECT_THAT(problem_of(with_deliveries({"n0,n1,m#1", "n0,n1,m#1"}) + verdict()),
              HasSubstr("is given twice"));
  std::string head = header();
  head.insert(head.find("\"faults\""), "\"deliveries\": 7, ");
  EXPECT_THAT(problem_of(head + verdict()), HasSubstr("\"deliveries\" must be a list"));
}

TEST(Pending, ReaderKeepsDeliveriesApart) {
  RecordingReader reader;
  std::vector<Diagnostic> problems;
  const auto read_next = [&](const std::string& head) {
    return reader.read("a.jsonl", head + verdict(), FileId(0), problems)->deliveries;
  };
  EXPECT_EQ(to_texts(read_next(with_deliveries({"n0,n1,m#1"}))).size(), 1U);
  EXPECT_EQ(to_texts(read_next(with_deliveries({"n0,n1,m#1"}, {"C(n1,#2)"}))).size(), 1U);
  EXPECT_TRUE(read_next(with_deliveries({})).has_value());
  EXPECT_FALSE(read_next(header()).has_value());
  EXPECT_FALSE(read_next(header({"C(n1,#2)"})).has_value());
}

std::set<MessageId> messages(const std::vector<std::string>& texts) {
  std::set<MessageId> out;
  for (const std::string& one : texts) out.insert(*read_message(one));
  return out;
}

TEST(Pending, CrashesKeepTheirPlace) {
  // The activations of n1 are message 0, a timer, message 1 and message 2. A crash C(n1,#5) would
  // prevent the next one.
  const Read found = read(header() + sent(1) + sent(2, "ok", 1) + sent(3, "ok", 2) + received(11) +
                          at("timer", 11, "n1") + received(12, 1) + received(13, 2) + verdict());
  const auto without = [&](const char* fault, const std::vector<std::string>& pending) {
    return to_text(faults_without(*found.recording, faults({fault}), messages(pending)));
  };
  EXPECT_EQ(without("C(n1,#4)", {}), "C(n1,#4)");
  EXPECT_EQ(without("C(n1,#4)", {"n0,n1,m#0"}), "C(n1,#3)");
  EXPECT_EQ(without("C(n1,#5)", {"n0,n1,m#0", "n0,n1,m#1", "n0,n1,m#2"}), "C(n1,#2)");
  EXPECT_EQ(without("C(n1,#1)", {"n0,n1,m#0"}), "C(n1,#1)");
  EXPECT_EQ(without("C(n1,#9)", {"n0,n1,m#1"}), "C(n1,#8)") << "later than all that it does";
  EXPECT_EQ(without("C(n1,#3+)", {"n0,n1,m#0"}), "C(n1,#2+)");
  EXPECT_EQ(without("C(n1,#3+)", {"n0,n1,m#1"}), "none") << "nothing begins that could break off";
  EXPECT_EQ(without("C(n1,#4,+4ns)", {"n0,n1,m#0"}), "C(n1,#3,+4ns)");
  EXPECT_EQ(without("S(n1,#4,+4ns)", {"n0,n1,m#0"}), "S(n1,#3,+4ns)");
  EXPECT_EQ(without("S(n1,#1,+4ns)", {"n0,n1,m#0"}), "S(n1,#1,+4ns)") << "before what is next";
  EXPECT_EQ(without("C(n0,#4)", {"n0,n1,m#0"}), "C(n0,#4)") << "another node";
  EXPECT_EQ(without("O(n0,n1,m#0)", {"n0,n1,m#0"}), "none");
  EXPECT_EQ(without("D(n0,n1,m#0,+5ns)", {"n0,n1,m#0"}), "none");
  EXPECT_EQ(without("D(n0,n1,m#1,+5ns)", {"n0,n1,m#0"}), "D(n0,n1,m#1,+5ns)");
}

TEST(Pending, WhatACrashPreventsIsCountedIfTheNodeComesBack) {
  const std::string crash = R"x({"e": "crash", "t": 12, "node": "n1", "back": 16})x"
                            "\n";
  const Read found =
      read(header({"C(n1,#2,+4ns)"}) + sent(1) + received(11) + crash + at("invoke", 13, "n1") +
           at("restart", 16, "n1") + at("invoke", 17, "n1") + at("timer", 18, "n1") + verdict());
  EXPECT_EQ(to_text(faults_without(*found.recording, faults({"C(n1,#2,+4ns)", "C(n1,#4)"}),
                                   messages({"n0,n1,m#0"}))),
            "C(n1,#3) C(n1,#1,+4ns)");
}

TEST(Pending, WhatANodeHearsLaterIsCountedThen) {
  const Read found =
      read(header({"S(n1,#2,+4ns)"}) + sent(1) + received(11) +
           R"x({"e": "pause", "t": 12, "node": "n1", "back": 16})x" + "\n" +
           R"x({"e": "invoke", "t": 13, "node": "n1", "waits": true})x" + "\n" + sent(14, "ok", 1) +
           at("hear", 16, "n1") + received(24, 1) + at("timer", 25, "n1") + verdict());
  const auto without = [&](const char* fault, const std::vector<std::string>& pending) {
    return to_text(faults_without(*found.recording, faults({fault}), messages(pending)));
  };
  EXPECT_EQ(without("C(n1,#4)", {"n0,n1,m#1"}), "C(n1,#3)");
  EXPECT_EQ(without("C(n1,#3)", {"n0,n1,m#1"}), "C(n1,#3)");
  EXPECT_EQ(without("S(n1,#2,+4ns)", {"n0,n1,m#0"}), "S(n1,#1,+4ns)");
}

TEST(Pending, WhatComesBehindWhatIsPendingComesBehindLess) {
  const std::string more = R"(, "delays": {"behind": 3, "within": 20})";
  const std::string hold = R"({"e": "hold", "t": 11, "id": ["n0", "n1", "m", 0]})"
                           "\n";
  const std::string events = sent(1, "late", 0, R"(, "arrive": 11)") + sent(2, "ok", 1) +
                             sent(3, "ok", 2) + hold + received(12, 1) + at("timer", 12, "n1") +
                             at("timer", 12, "n0");
  const auto without = [&](const char* fault, const std::string& rest,
                           const std::vector<std::string>& pending) {
    const Read found = read(header_of(more, {fault}) + events + rest + verdict());
    return to_text(faults_without(*found.recording, faults({fault}), messages(pending)));
  };
  const std::string third = received(13, 2) + received(13);
  EXPECT_EQ(without("D(n0,n1,m#0,+#3)", third, {}), "D(n0,n1,m#0,+#3)");
  EXPECT_EQ(without("D(n0,n1,m#0,+#3)", third, {"n0,n1,m#1"}), "D(n0,n1,m#0,+#2)");
  EXPECT_EQ(without("D(n0,n1,m#0,+#3)", third, {"n0,n1,m#1", "n0,n1,m#2"}), "D(n0,n1,m#0,+#1)");
  EXPECT_EQ(without("D(n0,n1,m#0,+#2)", received(12) + received(13, 2), {"n0,n1,m#2"}),
            "D(n0,n1,m#0,+#2)")
      << "that came later";
  EXPECT_EQ(without("D(n0,n1,m#0,+#3)", received(31), {"n0,n1,m#1"}), "D(n0,n1,m#0,+#3)")
      << "its time is over";
  EXPECT_EQ(without("D(n0,n1,m#0,+#3)", third, {"n0,n1,m#0"}), "none");
  const Read one =
      read(header_of(more, {"D(n0,n1,m#0,+#1)"}) + sent(1, "late", 0, R"(, "arrive": 11)") +
           sent(2, "ok", 1) + hold + received(12, 1) + received(12) + verdict());
  EXPECT_EQ(to_text(faults_without(*one.recording, one.recording->faults, messages({"n0,n1,m#1"}))),
            "none")
      << "it comes when it would";
}

TEST(Pending, WhatFindsItsReceiverDownIsADelivery) {
  const Read found = read(header({"C(n1,#1)"}) + sent(1, "dead") + sent(2, "dead", 1) +
                          at("crash", 11, "n1") + verdict());
  EXPECT_THAT(deliveries_of(*found.recording),
              ElementsAre(MessageId{"n0", "n1", "m", 0}, MessageId{"n0", "n1", "m", 1}));
}

TEST(Pending, DeliveriesComeOnceInTheOrderOfArrival) {
  const Read found = read(header() + sent(1) + sent(2, "ok", 1) + sent(3, "lost", 2) +
                          received(12, 1) + received(13) + verdict());
  EXPECT_THAT(deliveries_of(*found.recording),
              ElementsAre(MessageId{"n0", "n1", "m", 1}, MessageId{"n0", "n1", "m", 0}));
}

}  // namespace
}  // namespace ldfi::systems
