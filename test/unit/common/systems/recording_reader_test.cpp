#include "common/systems/recording_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/systems/faults/fault_text.hpp"
#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(ReadRecording, ReadsHeaderEventsAndVerdict) {
  const auto [recording, problems] = read(
      header({"O(n0,n1,m#1)", "C(n1,#2)"}) + sent(3, "ok", 0, R"x(, "arrive": 13)x") + "\r\n" +
      received(13, 0, R"x(, "silent": true, "x_mine": [1])x") +
      R"x({"e": "invoke", "t": 14, "op": 1, "client": "c1", "node": "n0", "body": {"type": "read"}})x" +
      "\n" + R"x({"e": "return", "t": 15, "op": 1, "client": "c1", "body": {"value": 1}})x" + "\n" +
      R"x({"e": "verdict", "result": "fail", "violated": ["lost 1"]})x");
  ASSERT_TRUE(recording) << problems[0].message;
  EXPECT_EQ(recording->system, "s");
  EXPECT_EQ(recording->fspec.nodes, (std::vector<std::string>{"n0", "n1"}));
  EXPECT_EQ(recording->fspec.eff, 50);
  EXPECT_FALSE(recording->fspec.omissions);
  EXPECT_EQ(to_text(recording->faults), "O(n0,n1,m#1) C(n1,#2)");
  ASSERT_EQ(recording->events.size(), 4U);
  EXPECT_EQ(recording->events[0].arrives, 13);
  EXPECT_TRUE(recording->events[1].silent);
  EXPECT_EQ(recording->events[1].node, "n1");
  EXPECT_EQ(recording->events.line(2), 5);
  EXPECT_EQ(recording->result, Result::fail);
  EXPECT_THAT(recording->violated, ElementsAre("lost 1"));
}

TEST(ReadRecording, WhatIsSaidLeavesOutFatesAndIdsOfMessages) {
  const auto said = [](const std::string& line) {
    return read(header() + line + verdict()).recording->events[0].said;
  };
  EXPECT_EQ(said(sent(3)), said(sent(3, "lost", 0, R"(, "cause": 7, "body": {"a": 1}, "x_y": 2)")));
  EXPECT_NE(said(sent(3)), said(sent(4)));
  EXPECT_NE(said(sent(3, "ok", 0, R"(, "fp": "1")")), said(sent(3, "ok", 0, R"(, "fp": "2")")));
  const std::string asked = R"({"e": "invoke", "t": 1, "op": 1, "node": "n0", "body": )";
  EXPECT_EQ(said(asked + R"({"key": 1, "msg_id": 5}})" + "\n"),
            said(asked + R"({"msg_id": 6, "key": 1}})" + "\n"));
  EXPECT_NE(said(asked + R"({"key": 1}})" + "\n"), said(asked + R"({"key": 2}})" + "\n"));
}

TEST(ReadRecording, SaysWhereItIsWrong) {
  const std::string good = header() + sent(1);
  const std::vector<std::pair<std::string, std::string>> cases{
      {"", "0: the file is empty"},
      {"[]", "1: it is no JSON object"},
      {"{}", "1: the first line is no header"},
      {R"({"ldfi_trace": 2})", "1: this is another version"},
      {R"({"ldfi_trace": 1, "seed": "1", "spec": {"nodes": ["a"], "eff": 1}, "faults": []})",
       "1: \"system\" must be a string"},
      {R"({"ldfi_trace": 1, "system": "s", "spec": {"nodes": [], "eff": 1}, "faults": []})",
       "1: a system has a node"},
      {R"({"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["a"], "eff": -1}, "faults": []})",
       "1: \"eff\" must be a time"},
      {R"({"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["a"], "eff": 1, "naps": 1}, "faults": []})",
       "1: there is no key naps here"},
      {R"({"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["a"], "eff": 1, "delays": 1}, "faults": []})",
       "1: \"delays\" must be an object"},
      {R"({"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["a"], "eff": 1, "delays": {"values": [5, 5]}}, "faults": []})",
       "1: \"values\" must be a list of nanoseconds that grow"},
      {header({"X(n0)"}), "1: \"X(n0)\" is not a fault"},
      {header(), "1: the verdict is missing"},
      {good, "2: the verdict is missing"},
      {good + "nonsense\n" + verdict(), "3: it is no JSON"},
      {good + std::string(200, '[') + "\n" + verdict(), "3: it is nested deeper"},
      {good + R"({"e": "sent", "n": 18446744073709551616})",
       "3: the integer 18446744073709551616 does not fit into 64 bits"},
      {good + R"({"t": 1})", "3: it has no \"e\""},
      {good + R"({"e": "sent", "t": 1})", "3: sent is no event"},
      {R"({"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["a"], "eff": 1, "pauses": {"for": [1]}}, "faults": []})",
       "1: \"pauses\" has no \"most\""},
      {R"({"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["a"], "eff": 1, "pauses": {"most": 1, "for": [1], "nodes": ["b"]}}, "faults": []})",
       "1: b may pause, but is no node"},
      {good + R"({"e": "pause", "t": 1, "node": "n0"})", "3: a pause has \"back\""},
      {good + R"({"e": "pause", "t": 1, "node": "n0", "back": 1})", "3: a pause has \"back\""},
      {good + R"({"e": "timer", "t": 1, "node": "n0", "waits": true})", "3: only what a client"},
      {good + R"({"e": "timer", "t": 1.5, "node": "n0"})", "3: \"t\" must be a time"},
      {good + R"({"e": "timer", "t": 1, "node": "n 0"})", "3: \"n 0\" is no name"},
      {good + R"({"e": "timer", "t": 0, "node": "n0"})", "3: time goes back"},
      {good + R"({"e": "timer", "t": 1, "nodes": "n0"})", "3: there is no key nodes here"},
      {good + R"({"e": "recv", "t": 1, "id": ["n0", "n1", "m"]})", "3: \"id\" must be a list"},
      {good + R"({"e": "recv", "t": 1, "id": ["n0", "n1", "m", 0], "node": "n0"})",
       "3: another node"},
      {good + R"({"e": "recv", "t": 1, "id": ["n0", "n1", "m", 0], "silent": 1})",
       "3: \"silent\" must"},
      {good + sent(2, "delayed", 1), "3: delayed is no fate"},
      {good + sent(2, "ok", 1, R"(, "arrive": 1)"), "3: it arrives before it is sent"},
      {good + verdict("good"), "3: good is no result"},
      {good + R"({"e": "verdict", "result": "pass", "violated": ["x"]})",
       "3: only a result `fail`"},
      {good + verdict() + verdict(), "4: nothing may stand behind the verdict"},
      {good + "{\"e\": \"" + std::string(1 << 20, 'x') + "\"}\n", "3: a line of"},
  };
  for (const auto& [text, want] : cases) {
    const Read found = read(text);
    EXPECT_FALSE(found.recording) << want;
    EXPECT_THAT(found.problem(), HasSubstr(want));
  }
}

// Lines that were read before are not read again.
TEST(ReadRecording, ALineIsTheSameInEachRecording) {
  RecordingReader reader;
  std::vector<Diagnostic> problems;
  const auto read_again = [&](const std::string& text) {
    problems.clear();
    return reader.read("b.jsonl", text, FileId(0), problems);
  };
  const std::string early = sent(10) + received(20);
  const auto one = read_again(header() + early + sent(30, "ok", 1) + verdict());
  const auto other = read_again(header() + "\n" + sent(5, "ok", 1) + early + verdict("fail"));
  ASSERT_TRUE(one && other);
  EXPECT_EQ(other->events[1].said, one->events[0].said);
  EXPECT_EQ(other->events.line(1), 4);
  EXPECT_EQ(other->events[2].node, "n1");
  EXPECT_FALSE(read_again(header() + received(20) + sent(10) + verdict()));
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].message, "time goes back");
  EXPECT_EQ(problems[0].where.line, 3);
  // What was wrong stays wrong.
  const std::string wrong = header() + sent(10, "gone") + verdict();
  EXPECT_FALSE(read_again(wrong));
  EXPECT_FALSE(read_again(wrong));
  EXPECT_EQ(problems.size(), 1U);
}

TEST(ReadRecording, AByteOrderMarkIsNoJson) {
  const auto [recording, problems] = read("\xEF\xBB\xBF" + header() + verdict());
  EXPECT_FALSE(recording);
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems[0].message, "it is no JSON");
}

// As is all of a header but its faults.
TEST(ReadRecording, AHeaderIsTheSameInEachRecordingButForItsFaults) {
  RecordingReader reader;
  std::vector<Diagnostic> problems;
  const auto faults_of = [&](const std::string& first) {
    problems.clear();
    const auto out = reader.read("b.jsonl", first + "\n" + verdict(), FileId(0), problems);
    return out ? to_text(out->faults) + ", " + out->system + ", " + std::to_string(out->fspec.eff)
               : problems[0].message;
  };
  const auto head = [](const std::string& spec, const std::string& rest) {
    return R"({"ldfi_trace":1,"system":"s","spec":{"nodes":["n0","n1"],"eff":)" + spec + rest + "}";
  };
  const std::string plain = R"(,"omissions":"all","crashes":1},"faults":)";
  EXPECT_EQ(faults_of(head("50", plain + "[]")), "none, s, 50");
  EXPECT_EQ(faults_of(head("50", plain + R"x(["O(n0,n1,m#0)"])x")), "O(n0,n1,m#0), s, 50");
  EXPECT_EQ(faults_of(head("50", plain + R"x(["C(n1,#2)"])x")), "C(n1,#2), s, 50");
  EXPECT_EQ(faults_of(head("60", plain + R"x(["C(n1,#2)"])x")), "C(n1,#2), s, 60");
  EXPECT_EQ(faults_of(head("60", plain + R"x(["C(n1,#2)","C(n1,#3)"])x")),
            "\"C(n1,#3)\" and C(n1,#2) exclude each other");
  EXPECT_EQ(faults_of(head("60", plain + "[7]")), "7 is not a fault");
  EXPECT_EQ(faults_of(head("60", plain + "[]]")), "it is no JSON");
  EXPECT_EQ(faults_of(head("60", plain + "{}")),
            "\"faults\" must be a list of faults, such as [\"O(n0,n1,ack#0)\"]");
  EXPECT_EQ(faults_of(head("60", plain + R"([],"system":"t")")),
            "the key system stands there twice");
  EXPECT_EQ(faults_of(head("60", plain + R"([],"faults":[])")),
            "the key faults stands there twice");
  EXPECT_EQ(faults_of(head("60", plain + R"([],"run":"x")")), "none, s, 60");
  // It is a text here, and a key of what is nobody's business.
  const std::string text =
      R"({"ldfi_trace":1,"faults":[],"spec":{"nodes":["n0","n1"],"eff":5,"omissions":"all","crashes":1},)";
  EXPECT_EQ(faults_of(text + R"("system":"\"faults\":[]"})"), R"(none, "faults":[], 5)");
  EXPECT_EQ(faults_of(text + R"("system":"\"faults\":[1]"})"), R"(none, "faults":[1], 5)");
  EXPECT_EQ(faults_of(text + R"("system":"s","x_mine":{"faults":[]}})"), "none, s, 5");
  EXPECT_EQ(faults_of(text + R"x("system":"s","x_mine":{"faults":["O(n0,n1,m#0)"]}})x"),
            "none, s, 5");
}

TEST(ReadRecording, AKeyStandsThereOnce) {
  EXPECT_EQ(read(header() + R"x({"e": "verdict", "result": "fail", "result": "pass"})x").problem(),
            "2: the key result stands there twice");
  EXPECT_TRUE(
      read(header() +
           R"x({"e": "invoke", "t": 1, "node": "n0", "body": [{"a": 1}, {"a": {"a": 1}}]})x" +
           "\n" + verdict())
          .recording);
}

TEST(ReadRecording, NobodyMayCrashIfNobodyIsNamed) {
  const std::string begin =
      R"x({"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["a"], "eff": 1, "crashes": 1)x";
  EXPECT_TRUE(
      read(begin + R"x(}, "faults": []})x" + "\n" + verdict()).recording->fspec.may_crash("a"));
  EXPECT_FALSE(read(begin + R"x(, "crashable": []}, "faults": []})x" + "\n" + verdict())
                   .recording->fspec.may_crash("a"));
}

TEST(ReadRecording, StopsAfterAHundredProblems) {
  std::string text = header();
  for (int i = 0; i < 1000; ++i) text += "?\n";
  EXPECT_EQ(read(text).problems.size(), 100U);
}

}  // namespace
}  // namespace ldfi::systems
