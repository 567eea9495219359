#include "common/systems/check/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/unit/common/systems/check/history_calls.hpp"

namespace ldfi::check {
namespace {

using histories::add_request;
using histories::added;
using histories::call;
using histories::error;
using histories::of;
using histories::read_request;
using histories::seen;
using nlohmann::json;
using systems::Checker;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Judge, AnExecutionIsVacuousOnlyIfNoOperationWasJudged) {
  const auto judged = [](Checker checker, const json& request, const json& answer) {
    return of(checker, {call("n0", request, answer)}).judged;
  };
  const json get{{"type", "read"}, {"key", 1}};
  const json swap{{"type", "cas"}, {"key", 1}, {"from", 1}, {"to", 2}};
  EXPECT_TRUE(judged(Checker::set, read_request, seen(json::array())));
  EXPECT_TRUE(judged(Checker::counter, read_request, seen(0)));
  EXPECT_TRUE(judged(Checker::lin_kv, get, error(20)));
  EXPECT_TRUE(judged(Checker::lin_kv, swap, error(20)));
  EXPECT_TRUE(judged(Checker::kafka, {{"type", "poll"}, {"offsets", json::object()}},
                     {{"type", "poll_ok"}, {"msgs", json::object()}}));
  EXPECT_TRUE(judged(Checker::kafka, {{"type", "commit_offsets"}, {"offsets", json::object()}},
                     {{"type", "commit_offsets_ok"}}));
  const json reads{{"type", "txn"}, {"txn", {{"r", 1, nullptr}}}};
  EXPECT_TRUE(judged(Checker::txn, reads, {{"type", "txn_ok"}, {"txn", {{"r", 1, nullptr}}}}));

  EXPECT_FALSE(judged(Checker::set, read_request, json()));
  EXPECT_FALSE(judged(Checker::counter, read_request, error(11)));
  EXPECT_FALSE(judged(Checker::lin_kv, get, error(11)));
  EXPECT_FALSE(judged(Checker::lin_kv, get, json()));
  EXPECT_FALSE(judged(Checker::kafka, {{"type", "topology"}}, {{"type", "topology_ok"}}));
  EXPECT_FALSE(judged(Checker::txn, reads, error(30)));
}

TEST(Judge, TheInterruptLeavesAChecker) {
  std::vector<Call> calls;
  for (int i = 0; i < 20; ++i)
    calls.push_back(call("n0", {{"type", "add"}, {"delta", 1 << i}}, {}));
  calls.push_back(call("n1", read_request, seen(5)));
  const auto stop = [] { throw BudgetExceeded("time", "time"); };
  EXPECT_THROW((void)judge({.checker = Checker::counter}, {calls, {}, {}}, stop), BudgetExceeded);
  EXPECT_EQ(judge({.checker = Checker::counter}, {calls, {}, {}}).undecided, "");
}

TEST(Goals, ANodeMayEndIfThatIsNoGoal) {
  const History history{
      {call("n0", add_request(1), added), call("n1", read_request, seen({1}))}, {}, {"n0"}};
  EXPECT_THAT(judge({.checker = Checker::set}, history).violated,
              ElementsAre("n0 ended by itself"));
  EXPECT_THAT(judge({.checker = Checker::set, .no_exit = false}, history).violated, IsEmpty());
}

TEST(Goals, WhatIsAskedLateEnoughIsAnswered) {
  const auto at = [](int time, Call one) {
    one.invoked = time;
    if (one.returned) one.returned = time + 1;
    return one;
  };
  const auto judged = [](std::vector<Call> calls) {
    return judge({.checker = Checker::set, .available_from = 100}, {std::move(calls), {}, {"n9"}})
        .violated;
  };
  const std::string end = "n9 ended by itself";
  EXPECT_THAT(judged({at(99, call("n0", add_request(1), json())),
                      at(100, call("n0", add_request(2), added)),
                      at(101, call("n0", add_request(3), error(22)))}),
              ElementsAre(end))
      << "an error is an answer";
  EXPECT_THAT(judged({at(100, call("n0", add_request(1), json()))}),
              ElementsAre("n0 does not answer \"add\" of c1 at 100 ns", end));
  for (const int code : {0, 11, 13}) {
    EXPECT_THAT(judged({at(100, call("n0", add_request(1), error(code)))}),
                ElementsAre(HasSubstr("but says error " + std::to_string(code)), end));
  }
  EXPECT_THAT(judged({at(100, call("n9", add_request(1), json()))}), ElementsAre(end));
  Call down = at(100, call("n0", add_request(1), json()));
  down.in_vain = true;
  EXPECT_THAT(judged({down}), ElementsAre(end)) << "a node that is down need not answer";
}

TEST(Goals, ThereIsAnEndToWhatIsToldOfViolations) {
  std::vector<Call> calls;
  for (int i = 0; i < 300; ++i) calls.push_back(call("n0", add_request(i), added));
  calls.push_back(call("n1", read_request, seen(json::array())));
  const auto violated = of(Checker::set, calls).violated;
  ASSERT_EQ(violated.size(), 101U);
  EXPECT_EQ(violated.back(), "and 200 more");
}

}  // namespace
}  // namespace ldfi::check
