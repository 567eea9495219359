#include "common/systems/recording_reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "common/systems/faults/fault_text.hpp"
#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

using ::testing::AnyOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(ReadRecording, ReadsHeaderEventsAndVerdict) {
  const auto [recording, problems] = read(
      header({"O(n0,n1,m#1)", "C(n1,#2)"}) +
      R"x({"e": "send", "t": 3, "id": ["n0", "n1", "m", 0], "fate": "ok", "arrive": 13})x" +
      "\r\n" + received(13, 0, R"x(, "silent": true, "x_mine": [1])x") +
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
  EXPECT_EQ(recording->events.line(2), 4);
  EXPECT_EQ(recording->result, Result::fail);
  EXPECT_THAT(recording->violated, ElementsAre("lost 1"));
}

TEST(ReadRecording, WhatIsSaidLeavesOutFatesAndIdsOfMessages) {
  const auto said = [](const std::string& line) {
    return read(header() + line + verdict()).recording->events[0].said;
  };
  EXPECT_EQ(said(sent(3)), said(sent(3, "lost", 0, R"(, "body": {"a": 1}, "x_y": 2)")));
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
      {"[]", "1: the line is not a JSON object"},
      {"{}", "1: the first line is not a header"},
      {R"({"ldfi_trace": 2})", "1: the format has another version than 1"},
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
      {good + "nonsense\n" + verdict(), "3: the line is not JSON"},
      {good + std::string(200, '[') + "\n" + verdict(), "3: the line nests deeper"},
      {good + R"({"e": "sent", "n": 18446744073709551616})",
       "3: the integer 18446744073709551616 does not fit into 64 bits"},
      {good + R"({"t": 1})", "3: the event has no \"e\""},
      {good + R"({"e": "sent", "t": 1})", "3: sent is not an event"},
      {R"({"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["a"], "eff": 1, "pauses": {"for": [1]}}, "faults": []})",
       "1: \"pauses\" has no \"most\""},
      {R"({"ldfi_trace": 1, "system": "s", "spec": {"nodes": ["a"], "eff": 1, "pauses": {"most": 1, "for": [1], "nodes": ["b"]}}, "faults": []})",
       "1: b may pause, but is not a node"},
      {good + R"({"e": "pause", "t": 1, "node": "n0"})", "3: a pause needs \"back\""},
      {good + R"({"e": "pause", "t": 1, "node": "n0", "back": 1})", "3: a pause needs \"back\""},
      {good + R"({"e": "timer", "t": 1, "node": "n0", "waits": true})",
       "3: there is no key waits here"},
      {good + R"({"e": "timer", "t": 1.5, "node": "n0"})", "3: \"t\" must be a time"},
      {good + R"({"e": "timer", "t": 1, "node": "n 0"})", "3: \"n 0\" is not a name"},
      {good + R"({"e": "timer", "t": 0, "node": "n0"})", "3: time goes back"},
      {good + R"({"e": "timer", "t": 1, "nodes": "n0"})", "3: there is no key nodes here"},
      {good + R"({"e": "recv", "t": 1, "id": ["n0", "n1", "m"]})", "3: \"id\" must be a list"},
      {good + R"({"e": "recv", "t": 1, "id": ["n0", "n1", "m", 0], "node": "n0"})",
       "3: another node"},
      {good + R"({"e": "recv", "t": 1, "id": ["n0", "n1", "m", 0], "silent": 1})",
       "3: \"silent\" must"},
      {good + sent(2, "delayed", 1), "3: delayed is not a fate"},
      {good + sent(2, "ok", 1, R"(, "arrive": 1)"), "3: the message arrives before it is sent"},
      {good + verdict("good"), "3: good is not a result"},
      {good + R"({"e": "verdict", "result": "pass", "violated": ["x"]})",
       "3: only a result `fail`"},
      {good + verdict() + verdict(), "4: the verdict must be the last line"},
      {good + "{\"e\": \"" + std::string(1 << 20, 'x') + "\"}\n", "3: a line of"},
  };
  for (const auto& [text, want] : cases) {
    const Read found = read(text);
    EXPECT_FALSE(found.recording) << want;
    EXPECT_THAT(found.problem(), HasSubstr(want));
  }
}

// The reader does not parse lines again that it has read before. The result must not change.
TEST(ReadRecording, ALineIsTheSameInEachRecording) {
  RecordingReader reader;
  std::vector<Diagnostic> problems;
  const auto read_again = [&](const std::string& text) {
    problems.clear();
    return reader.read("b.jsonl", text, FileId(0), problems);
  };
  const std::string early = sent(10) + received(20);
  const auto one = read_again(header() + early + sent(30, "ok", 1) + verdict());
  const auto other =
      read_again(header() + at("timer", 5, "n0") + sent(5, "ok", 1) + early + verdict("fail"));
  ASSERT_TRUE(one && other);
  EXPECT_EQ(other->events[2].said, one->events[0].said);
  EXPECT_EQ(other->events.line(2), 4);
  EXPECT_EQ(other->events[3].node, "n1");
  EXPECT_FALSE(read_again(header() + received(20) + sent(10) + verdict()));
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].message, "time goes back");
  EXPECT_EQ(problems[0].where.line, 3);
  // A line with an error is reported again each time.
  const std::string wrong = header() + sent(10, "gone") + verdict();
  EXPECT_FALSE(read_again(wrong));
  EXPECT_FALSE(read_again(wrong));
  EXPECT_EQ(problems.size(), 1U);
}

TEST(ReadRecording, AByteOrderMarkIsNoJson) {
  const auto [recording, problems] = read("\xEF\xBB\xBF" + header() + verdict());
  EXPECT_FALSE(recording);
  ASSERT_FALSE(problems.empty());
  EXPECT_EQ(problems[0].message, "the line is not JSON");
}

// The reader also reuses the last header if only its faults differ. The result must not change.
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
  EXPECT_EQ(faults_of(head("60", plain + "[]]")), "the line is not JSON");
  EXPECT_EQ(faults_of(head("60", plain + "{}")),
            "\"faults\" must be a list of faults, such as [\"O(n0,n1,ack#0)\"]");
  EXPECT_EQ(faults_of(head("60", plain + R"([],"system":"t")")), "the key system is listed twice");
  EXPECT_EQ(faults_of(head("60", plain + R"([],"faults":[])")), "the key faults is listed twice");
  EXPECT_EQ(faults_of(head("60", plain + R"([],"run":"x")")), "none, s, 60");
  // The text `"faults":` is inside of a string here, and in an unknown key.
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
            "2: the key result is listed twice");
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

/// One event of each kind, with all keys that it may have except `t` and `cause`.
const std::vector<std::string> one_of_each{
    R"("e": "send", "id": ["n0", "n1", "m", 0], "fate": "doubled", "arrive": 7, "again": 8, "fp": "8", "body": [], "carries": ["a"], "starting": true)",
    R"("e": "hold", "id": ["n0", "n1", "m", 0], "node": "n1")",
    R"("e": "recv", "id": ["n0", "n1", "m", 0], "node": "n1", "silent": true)",
    R"("e": "timer", "node": "n0")",
    R"("e": "invoke", "op": "a", "client": "c1", "node": "n0", "body": 1, "carries": [], "waits": true)",
    R"("e": "hear", "op": "a", "client": "c1", "node": "n0")",
    R"("e": "return", "op": "a", "client": "c1", "node": "n0", "body": 1, "starting": false)",
    R"("e": "crash", "node": "n0", "status": -9, "back": 9, "said": 1)",
    R"("e": "exit", "node": "n0", "status": 1)",
    R"("e": "restart", "node": "n0")",
    R"("e": "pause", "node": "n0", "back": 9)"};

/// For each key, the values that the reader accepts.
const std::map<std::string, std::set<std::string>> good_values{
    {"arrive", {}},
    {"again", {}},
    {"back", {}},
    {"said", {}},
    {"cause", {}},
    {"id", {}},
    {"silent", {"true"}},
    {"starting", {"true"}},
    {"waits", {"true"}},
    {"fp", {"\"\"", "\"x\""}},
    {"carries", {"[]"}},
    {"client", {"\"x\""}},
    {"node", {"\"x\""}},
    {"fate", {}},
    {"op", {"-1", "\"\"", "\"x\"", "5000000000000000000"}},
    {"status", {"-1", "5000000000000000000"}},
    {"t", {}},
    {"e", {}}};

// Checks for each key that the reader refuses all values of other types.
TEST(ReadRecording, EachKeyHasItsType) {
  const std::string before = header() + invoked(1, R"("a")", "n0", R"(, "client": "c1")");
  const std::vector<std::string> values{"-1",
                                        "1.5",
                                        "\"\"",
                                        "\"x\"",
                                        "true",
                                        "null",
                                        "[]",
                                        "[1]",
                                        "{}",
                                        "1e300",
                                        "5000000000000000000"};
  for (const std::string& event : one_of_each) {
    const auto object = nlohmann::json::parse("{" + event + R"(, "t": 5, "cause": 2})");
    const bool answers = object["e"] == "return";
    const auto problem_with = [&](const std::string& key, const std::string& value) {
      auto changed = object;
      if (!key.empty()) changed[key] = nlohmann::json::parse(value);
      if (!answers && changed["op"] == "a") changed["op"] = "b";
      if (changed["op"].is_null() && key != "op") changed.erase("op");
      return read(before + changed.dump() + "\n" + verdict()).problem();
    };
    EXPECT_EQ(problem_with("", ""), "");
    for (const auto& [key, old] : object.items()) {
      if (key == "body") continue;
      for (const std::string& value : values) {
        const bool other_node = key == "node" && object.contains("id");
        const bool other_call = answers && (key == "op" || key == "client");
        const bool is_good = good_values.at(key).contains(value) && !other_node && !other_call;
        const std::string problem = problem_with(key, value);
        EXPECT_EQ(problem.empty(), is_good) << object["e"] << key << value << problem;
        EXPECT_THAT(problem, AnyOf("", StartsWith("3: ")));
      }
    }
  }
}

TEST(ReadRecording, KeysOfHeaderAndVerdictHaveTheirTypes) {
  const auto head = [](const std::string& more) {
    return R"({"system": "s", "spec": {"nodes": ["a"], "eff": 1}, "faults": [], )" + more + "}\n";
  };
  EXPECT_EQ(
      read(head(R"("ldfi_trace": 1, "run": "r", "seed": "1", "deterministic": false)") + verdict())
          .problem(),
      "");
  for (const char* const key : {"run", "seed"}) {
    EXPECT_EQ(
        read(head(R"("ldfi_trace": 1, ")" + std::string(key) + R"(": 7)") + verdict()).problem(),
        "1: \"" + std::string(key) + "\" must be a string");
  }
  EXPECT_EQ(read(head(R"("ldfi_trace": 1.0)") + verdict()).problem(),
            "1: \"ldfi_trace\" must be an integer");
  EXPECT_EQ(read(head(R"("ldfi_trace": 1, "deterministic": 1)") + verdict()).problem(),
            "1: \"deterministic\" must be true or false");
  const auto judged = [](const std::string& more) {
    return read(header() + sent(1) + R"({"e": "verdict", "result": )" + more + "}\n").problem();
  };
  EXPECT_EQ(judged(R"("pass", "t": 1, "violated": [], "cause": 2)"), "");
  EXPECT_EQ(judged(R"("pass", "t": -1)").substr(0, 14), "3: \"t\" must be");
  EXPECT_EQ(judged(R"("pass", "cause": 3)").substr(0, 12), "3: \"cause\" i");
  EXPECT_EQ(judged("7"), "3: \"result\" must be a string");
  for (const char* const violated : {R"("x")", "[1]", "{}", "null", "true"}) {
    EXPECT_EQ(judged(R"("fail", "violated": )" + std::string(violated)),
              "3: \"violated\" must be a list of strings");
  }
}

TEST(ReadRecording, AFailureSaysWhatIsViolated) {
  for (const char* const violated : {"", R"(, "violated": [])"}) {
    EXPECT_EQ(read(header() + R"({"e": "verdict", "result": "fail")" + violated + "}\n").problem(),
              "2: the result is `fail`, and nothing is violated");
  }
}

TEST(ReadRecording, ACauseIsTheLineOfAnEarlierEvent) {
  const auto caused = [](int cause) {
    return R"({"e": "timer", "t": 2, "node": "n0", "cause": )" + std::to_string(cause) + "}\n";
  };
  const std::string begin = header() + sent(1);
  EXPECT_EQ(read(begin + caused(2) + verdict()).problem(), "");
  for (const int cause : {1, 3, 4, 1000}) {
    EXPECT_EQ(read(begin + caused(cause) + verdict()).problem(),
              fmt::format("3: \"cause\" is {}, which is not the line of an earlier event", cause));
  }
  // A line that was read before may still be an error at another position.
  RecordingReader reader;
  std::vector<Diagnostic> problems;
  EXPECT_TRUE(reader.read("a", begin + caused(2) + verdict(), FileId(0), problems));
  EXPECT_FALSE(reader.read("b", header() + caused(2) + verdict(), FileId(1), problems));
}

TEST(ReadRecording, EachLineHoldsAnObject) {
  EXPECT_EQ(read(header() + sent(1) + verdict() + "\n\r\n").problem(), "");
  EXPECT_EQ(read("\n" + header() + verdict()).problem(), "1: the line is empty");
  EXPECT_EQ(read(header() + "\n" + sent(1) + verdict()).problem(), "2: the line is empty");
  EXPECT_EQ(read(header() + sent(1) + "\r\n" + verdict()).problem(), "3: the line is empty");
  EXPECT_EQ(read(header() + sent(1) + " \n" + verdict()).problem(), "3: the line is not JSON");
}

TEST(ReadRecording, NodesAndClientsHaveDifferentNames) {
  const auto with_nodes = [](const std::string& names) {
    return read(R"({"ldfi_trace": 1, "system": "s", "spec": {"nodes": [)" + names +
                R"(], "eff": 1}, "faults": []})" + "\n" + verdict())
        .problem();
  };
  for (const char* const name : {"a", "c", "c1a", "lin-kv", "n.0", "_"}) {
    EXPECT_EQ(with_nodes("\"" + std::string(name) + "\""), "") << name;
  }
  for (const char* const name : {"c1", "c0", "c10"}) {
    EXPECT_EQ(with_nodes(R"("a", ")" + std::string(name) + "\""),
              "1: " + std::string(name) + " is the name of a client");
  }
  for (const char* const name : {".", "..", ".a"}) {
    EXPECT_EQ(with_nodes("\"" + std::string(name) + "\""),
              "1: " + std::string(name) + " is not a name of a node");
  }
  EXPECT_EQ(read(header() + invoked(1, "1", "n0", R"(, "client": "n1")") + verdict()).problem(),
            "2: n1 is a node, so no client may have this name");
  EXPECT_EQ(read(header() + invoked(1, "1", "n0", R"(, "client": "")") + verdict()).problem(),
            "2: \"client\" must be a string that is not empty");
}

TEST(ReadRecording, StopsAfterAHundredProblems) {
  std::string text = header();
  for (int i = 0; i < 1000; ++i) text += "?\n";
  EXPECT_EQ(read(text).problems.size(), 100U);
}

}  // namespace
}  // namespace ldfi::systems
