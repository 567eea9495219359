#include "common/systems/check/history_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::check {
namespace {

using nlohmann::json;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(HistoryText, IsALineForEachCall) {
  systems::Plan plan;
  plan.nodes = {"n0", "n1"};
  plan.fspec.eff = 5;
  plan.eot = 9;
  History history{{}, {"n1"}, {"n0"}};
  history.calls.push_back({"c1", "n0", 3, json{{"type", "read"}}, 4, json{{"type", "read_ok"}}});
  history.calls.push_back({"c2", "n1", 6, json{{"type", "read"}}});
  history.calls.back().in_vain = true;
  EXPECT_EQ(
      to_lines(plan, history),
      R"({"ldfi_history":1,"nodes":["n0","n1"],"down":["n1"],"ended":["n0"],"eff":5,"eot":9})"
      "\n"
      R"({"op":0,"client":"c1","node":"n0","invoked":3,"body":{"type":"read"},"returned":4,"response":{"type":"read_ok"}})"
      "\n"
      R"({"op":1,"client":"c2","node":"n1","invoked":6,"body":{"type":"read"},"in_vain":true})"
      "\n");
}

TEST(HistoryText, AVerdictIsALine) {
  const auto passed = judgement_of("{\"result\": \"pass\", \"x_why\": [1]}\n");
  EXPECT_TRUE(passed.judged);
  EXPECT_THAT(passed.violated, IsEmpty());
  EXPECT_EQ(passed.undecided, "");
  const auto vacuous = judgement_of(R"({"result": "vacuous"})");
  EXPECT_FALSE(vacuous.judged);
  EXPECT_EQ(vacuous.undecided, "");
  EXPECT_THAT(judgement_of(R"({"result": "fail", "violated": ["a", "b"]})").violated,
              ElementsAre("a", "b"));
  EXPECT_THAT(judgement_of(R"({"result": "fail"})").violated,
              ElementsAre("the checker gave no reason"));
}

TEST(HistoryText, AnythingElseIsNone) {
  const std::string deep(100'000, '[');
  for (const std::string& said :
       {std::string(), std::string("\n"), std::string("pass"), std::string("{}"),
        std::string(R"({"result": "good"})"), std::string(R"({"result": 1})"),
        std::string(R"({"result": "fail", "violated": "a"})"),
        std::string(R"({"result": "fail", "violated": [1]})"),
        std::string(R"({"result": "pass", "violated": ["a"]})"),
        std::string(R"({"result": "pass", "other": 1})"),
        std::string("{\"result\": \"pass\"}\n{\"result\": \"pass\"}"),
        std::string("{\"result\":\n\"pass\"}"), deep, std::string("\x1b[2J")}) {
    EXPECT_THAT(judgement_of(said).undecided, HasSubstr("the checker ")) << said.substr(0, 50);
    EXPECT_THAT(judgement_of(said).undecided, ::testing::Not(HasSubstr("\x1b")));
  }
  EXPECT_THAT(judgement_of(R"({"result": "fail", "violated": ["\u001b[2J"]})").violated,
              ElementsAre(::testing::Not(HasSubstr("\x1b"))))
      << "text of strangers";
}

}  // namespace
}  // namespace ldfi::check
