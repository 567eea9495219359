#include "results/views/history/jepsen.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace ldfi::results {
namespace {

using nlohmann::json;
using systems::Checker;
using ::testing::HasSubstr;

json operation(int process, const char* type, const char* function, const json& value) {
  return {{"process", process}, {"type", type}, {"f", function}, {"value", value}};
}

check::History history_of(Checker checker, const std::vector<json>& operations) {
  JepsenHistory out(checker);
  for (const json& one : operations) EXPECT_EQ(out.add(one), "") << one.dump();
  return out.take();
}

std::string last_error(Checker checker, const std::vector<json>& operations) {
  JepsenHistory out(checker);
  std::string wrong;
  for (const json& one : operations) wrong = out.add(one);
  return wrong;
}

TEST(Jepsen, AnOperationCompletesWithTheValueOfItsInvocation) {
  EXPECT_THAT(last_error(Checker::lin_kv,
                         {operation(0, "invoke", "write", 2), operation(0, "ok", "write", 1)}),
              HasSubstr("process 0 completes write with another value than it invoked"));
  EXPECT_THAT(
      last_error(Checker::set, {operation(4, "invoke", "add", 2), operation(4, "ok", "add", 1)}),
      HasSubstr("process 4 completes add with another value"));
  for (const char* type : {"fail", "info"}) {
    EXPECT_EQ(last_error(Checker::lin_kv,
                         {operation(0, "invoke", "write", 2), operation(0, type, "write", 1)}),
              "");
  }
  EXPECT_EQ(last_error(Checker::lin_kv,
                       {operation(0, "invoke", "write", 2), operation(0, "ok", "write", nullptr)}),
            "");
  EXPECT_EQ(last_error(Checker::lin_kv,
                       {operation(0, "invoke", "read", nullptr), operation(0, "ok", "read", 1)}),
            "");
}

TEST(Jepsen, RegistersWithAndWithoutKeys) {
  const auto history = history_of(
      Checker::lin_kv,
      {operation(0, "invoke", "write", {7, 5}), operation(1, "invoke", "cas", {7, {5, 6}}),
       operation(0, "ok", "write", {7, 5}), operation(1, "fail", "cas", {7, {5, 6}}),
       operation(2, "invoke", "read", nullptr), operation(2, "ok", "read", 3),
       operation(3, "invoke", "cas", {1, 2}), operation(3, "info", "cas", {1, 2})});
  ASSERT_EQ(history.calls.size(), 4U);
  EXPECT_EQ(history.calls[0].body.json()["key"], 7);
  EXPECT_EQ(history.calls[0].response.json()["type"], "write_ok");
  EXPECT_EQ(history.calls[1].body.json()["from"], 5);
  EXPECT_EQ(history.calls[1].response.json()["type"], "error");
  EXPECT_EQ(history.calls[2].response.json()["value"], 3);
  EXPECT_EQ(history.calls[3].body.json()["to"], 2);
  EXPECT_FALSE(history.calls[3].returned) << "info leaves it open";
  EXPECT_LT(*history.calls[0].returned, history.calls[2].invoked) << "the order of the file counts";
}

TEST(Jepsen, TimesAreKeptWhereTheyAscend) {
  json first = operation(0, "invoke", "read", nullptr);
  first["time"] = 1000;
  json second = operation(0, "ok", "read", 1);
  second["time"] = 900;
  const auto history = history_of(Checker::lin_kv, {first, second});
  EXPECT_EQ(history.calls[0].invoked, 1000);
  EXPECT_EQ(history.calls[0].returned, 1001);
}

TEST(Jepsen, OfSetsAndCountersTheLastAnsweredReadIsKept) {
  const auto history = history_of(
      Checker::set,
      {operation(0, "invoke", "add", 1), operation(0, "ok", "add", 1),
       operation(1, "invoke", "read", nullptr), operation(1, "ok", "read", json::array()),
       operation(1, "invoke", "read", nullptr), operation(1, "ok", "read", {1}),
       operation(1, "invoke", "read", nullptr), operation(1, "fail", "read", nullptr)});
  ASSERT_EQ(history.calls.size(), 2U);
  EXPECT_EQ(history.calls[1].response.json()["value"], (json{1}));
}

TEST(Jepsen, LogsHaveACallForEachSendAndPoll) {
  const json polled = json::parse(R"([["poll", {"k": [[1, 6]], "j": []}]])");
  const auto history =
      history_of(Checker::kafka,
                 {operation(0, "invoke", "send", {{"send", "k", 5}, {"send", "k", 6}}),
                  operation(0, "ok", "send", {{"send", "k", {0, 5}}, {"send", "k", {1, 6}}}),
                  operation(1, "invoke", "poll", {{"poll"}}), operation(1, "ok", "poll", polled),
                  operation(1, "invoke", "assign", {"k"}), operation(1, "ok", "assign", {"k"})});
  ASSERT_EQ(history.calls.size(), 3U);
  EXPECT_EQ(history.calls[1].response.json()["offset"], 1);
  EXPECT_EQ(history.calls[2].body.json()["offsets"], (json{{"k", 1}}));
  EXPECT_TRUE(history.down.contains(history.calls[2].node)) << "no poll has to be complete";
}

TEST(Jepsen, ARegisterBeginsAsNil) {
  const auto history =
      history_of(Checker::lin_kv, {operation(0, "invoke", "cas", {nullptr, 2}),
                                   operation(1, "invoke", "cas", {5, {nullptr, 2}}),
                                   operation(2, "invoke", "cas", {1, 2})});
  EXPECT_EQ(history.calls[0].body.json()["create_if_not_exists"], true);
  EXPECT_EQ(history.calls[1].body.json()["create_if_not_exists"], true);
  EXPECT_FALSE(history.calls[2].body.json().contains("create_if_not_exists"));
}

TEST(Jepsen, ProcessesAreIntegersOrNames) {
  json one = operation(0, "invoke", "read", nullptr);
  for (const json& process :
       {json(0.5), json(true), json::array(), json(18446744073709551615U), json("p1")}) {
    one["process"] = process;
    EXPECT_THAT(last_error(Checker::lin_kv, {one}), HasSubstr("as a process")) << process;
  }
}

TEST(Jepsen, MalformedMicroOperationsAreRefused) {
  const json read = json::parse(R"([["r", 1, null]])");
  for (const char* text :
       {R"([["x", 1]])", R"([["r"]])", R"("r")", R"([["r", 1]])", R"([{}])", "null"}) {
    const json list = json::parse(text);
    EXPECT_NE(last_error(Checker::txn, {operation(0, "invoke", "txn", list)}), "") << text;
    EXPECT_NE(last_error(Checker::txn,
                         {operation(0, "invoke", "txn", read), operation(0, "ok", "txn", list)}),
              "")
        << text;
    EXPECT_EQ(last_error(Checker::txn,
                         {operation(0, "invoke", "txn", read), operation(0, "info", "txn", list)}),
              "")
        << text;
  }
  const json send = json::parse(R"([["send", 1, 5], ["poll"]])");
  const json answer = json::parse(R"([["send", 1, [0, 5]], ["poll", {"1": [[0, 5]]}]])");
  EXPECT_EQ(last_error(Checker::kafka,
                       {operation(0, "invoke", "txn", send), operation(0, "ok", "txn", answer)}),
            "");
  for (const char* text :
       {R"([["send", 1]])", R"([["x"]])", R"("send")", R"([["poll", 1, 2]])", "[5]"}) {
    EXPECT_NE(last_error(Checker::kafka, {operation(0, "invoke", "poll", json::parse(text))}), "")
        << text;
  }
  EXPECT_NE(last_error(Checker::kafka,
                       {operation(0, "invoke", "poll", send), operation(0, "ok", "poll", send)}),
            "")
      << "an answered poll has messages";
}

TEST(Jepsen, ACounterAddsIntegers) {
  EXPECT_EQ(last_error(Checker::counter, {operation(0, "invoke", "add", -5)}), "");
  EXPECT_THAT(last_error(Checker::counter, {operation(0, "invoke", "add", 0.5)}),
              HasSubstr("the checker counter"));
}

TEST(Jepsen, TheNemesisIsLeftOut) {
  EXPECT_TRUE(
      history_of(Checker::lin_kv, {{{"process", "nemesis"}, {"type", "info"}, {"f", "kill"}}})
          .calls.empty());
}

TEST(Jepsen, WhatIsWrongIsSaid) {
  const json read = operation(0, "invoke", "read", nullptr);
  EXPECT_THAT(last_error(Checker::lin_kv, {json::array()}), HasSubstr("an operation is a map"));
  EXPECT_THAT(last_error(Checker::lin_kv, {json::object()}), HasSubstr("no process"));
  EXPECT_THAT(last_error(Checker::lin_kv, {{{"process", 1}}}), HasSubstr("no type"));
  EXPECT_THAT(last_error(Checker::lin_kv, {operation(0, "done", "read", 1)}),
              HasSubstr("the type done"));
  EXPECT_THAT(last_error(Checker::lin_kv, {read, read}), HasSubstr("before its last one"));
  EXPECT_THAT(last_error(Checker::lin_kv, {operation(0, "ok", "read", 1)}),
              HasSubstr("did not invoke"));
  EXPECT_THAT(last_error(Checker::lin_kv, {read, operation(0, "ok", "write", 1)}),
              HasSubstr("invoked read and completes write"));
  EXPECT_THAT(last_error(Checker::lin_kv, {operation(0, "invoke", "cas", 1)}),
              HasSubstr("is not one that the checker lin-kv judges"));
  EXPECT_THAT(last_error(Checker::txn, {operation(0, "invoke", "txn", 1)}),
              HasSubstr("a transaction is a list"));
}

}  // namespace
}  // namespace ldfi::results
