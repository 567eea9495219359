#include "common/check/check.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::check {
namespace {

using nlohmann::json;
using systems::Checker;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Call call(const std::string& node, const json& body, const json& response) {
  Call out{"c1", node, 0, body};
  if (!response.is_null()) out.returned = 1;
  out.response = response;
  return out;
}

json add(int element) {
  return {{"type", "add"}, {"element", element}};
}
const json added{{"type", "add_ok"}};
const json read{{"type", "read"}};
json seen(const json& value) {
  return {{"type", "read_ok"}, {"value", value}};
}
json error(int code) {
  return {{"type", "error"}, {"code", code}};
}

Judgement of(Checker checker, const std::vector<Call>& calls) {
  return judge({.checker = checker}, {calls, {}, {}});
}

TEST(Set, WhatIsAcknowledgedIsReadAtLast) {
  const Call one = call("n0", add(1), added);
  const auto good =
      of(Checker::set, {one, call("n1", read, seen({})), call("n1", read, seen({1}))});
  EXPECT_THAT(good.violated, IsEmpty());
  EXPECT_TRUE(good.judged);
  const auto lost =
      of(Checker::set, {one, call("n1", read, seen({1})), call("n1", read, seen(json::array()))});
  EXPECT_THAT(lost.violated, ElementsAre("1 was acknowledged, and n1 does not have it"));
  EXPECT_THAT(of(Checker::set, {one, call("n1", read, json())}).violated,
              ElementsAre("n1 does not answer its last read"));
}

TEST(Set, WhatNobodyAddedIsNotThere) {
  EXPECT_THAT(of(Checker::set, {call("n1", read, seen({7}))}).violated,
              ElementsAre("n1 has 7, which nobody added"));
  EXPECT_THAT(
      of(Checker::set, {call("n0", add(7), error(11)), call("n1", read, seen({7}))}).violated,
      ElementsAre("n1 has 7, which nobody added"));
  for (const int open : {0, 13}) {
    EXPECT_THAT(
        of(Checker::set, {call("n0", add(7), error(open)), call("n1", read, seen({7}))}).violated,
        IsEmpty());
  }
  EXPECT_THAT(of(Checker::set, {call("n0", add(7), json()), call("n1", read, seen({7}))}).violated,
              IsEmpty());
}

TEST(Set, NobodyReadsOfNodesThatAreDown) {
  History history{{call("n0", add(1), added), call("n1", read, json())}, {"n1"}, {}};
  EXPECT_THAT(judge({.checker = Checker::set}, history).violated, IsEmpty());
  history.down.clear();
  history.ended.insert("n1");
  EXPECT_THAT(judge({.checker = Checker::set}, history).violated,
              ElementsAre("n1 ended by itself"));
}

TEST(Set, WhatACrashCutOffSaysNothing) {
  History history{
      {call("n0", add(1), added), call("n1", read, seen({})), call("n1", read, json())}, {}, {}};
  EXPECT_THAT(judge({.checker = Checker::set}, history).violated,
              ElementsAre("n1 does not answer its last read"));
  history.calls.back().in_vain = true;
  EXPECT_THAT(judge({.checker = Checker::set}, history).violated, IsEmpty())
      << "nor does what it said before";
}

TEST(Set, WithoutAPromiseThereIsNone) {
  const auto judged = of(Checker::set, {call("n0", add(1), json()), call("n0", read, json())});
  EXPECT_FALSE(judged.judged);
  EXPECT_THAT(judged.violated, IsEmpty());
}

TEST(Echo, SaysTheSame) {
  const json asked{{"type", "echo"}, {"echo", "a"}};
  EXPECT_THAT(of(Checker::echo, {call("n0", asked, {{"type", "echo_ok"}, {"echo", "a"}})}).violated,
              IsEmpty());
  EXPECT_THAT(of(Checker::echo, {call("n0", asked, {{"type", "echo_ok"}})}).violated,
              ElementsAre("n0 echoes \"a\" as null"));
}

TEST(UniqueIds, AreGivenOnce) {
  const json asked{{"type", "generate"}};
  const auto id = [](int number) { return json{{"type", "generate_ok"}, {"id", number}}; };
  EXPECT_THAT(
      of(Checker::unique_ids, {call("n0", asked, id(1)), call("n1", asked, id(2))}).violated,
      IsEmpty());
  EXPECT_THAT(
      of(Checker::unique_ids, {call("n0", asked, id(1)), call("n1", asked, id(1))}).violated,
      ElementsAre("n0 and n1 give the same id 1"));
}

TEST(Counter, IsASumOfWhatMayHaveHappened) {
  const auto by = [](int delta) { return json{{"type", "add"}, {"delta", delta}}; };
  const Call sure = call("n0", by(5), added);
  const Call perhaps = call("n0", by(3), json());
  const auto sum = [&](int value) { return call("n1", read, seen(value)); };
  for (const int good : {5, 8})
    EXPECT_THAT(of(Checker::counter, {sure, perhaps, sum(good)}).violated, IsEmpty());
  for (const int bad : {4, 9}) {
    EXPECT_THAT(of(Checker::counter, {sure, perhaps, sum(bad)}).violated,
                ElementsAre(HasSubstr("and the sum is 5 to 8")));
  }
  EXPECT_THAT(of(Checker::counter, {sure, perhaps, sum(5), call("n2", read, seen(8))}).violated,
              ElementsAre("n1 counts 5, and n2 counts 8"));
  EXPECT_THAT(of(Checker::counter, {call("n0", by(-2), json()), sure, sum(3)}).violated, IsEmpty());
}

TEST(LinKv, EachKeyIsARegister) {
  const auto write = [](int key, int value) {
    return json{{"type", "write"}, {"key", key}, {"value", value}};
  };
  const auto get = [](int key) { return json{{"type", "read"}, {"key", key}}; };
  const json written{{"type", "write_ok"}};
  const auto at = [](Call one, int from, int to) {
    one.invoked = from;
    one.returned = to;
    return one;
  };
  const Call one = at(call("n0", write(1, 5), written), 0, 1);
  EXPECT_THAT(of(Checker::lin_kv, {one, at(call("n1", get(1), seen(5)), 2, 3)}).violated,
              IsEmpty());
  EXPECT_THAT(of(Checker::lin_kv, {one, at(call("n1", get(1), error(20)), 2, 3)}).violated,
              ElementsAre(HasSubstr("key 1 is not linearizable: ")));
  EXPECT_THAT(of(Checker::lin_kv, {one, at(call("n1", get(2), error(20)), 2, 3)}).violated,
              IsEmpty());
  EXPECT_THAT(of(Checker::lin_kv, {one, at(call("n1", get(1), error(11)), 2, 3)}).violated,
              IsEmpty());
  EXPECT_TRUE(of(Checker::lin_kv, {one}).judged);
  EXPECT_TRUE(of(Checker::lin_kv, {at(call("n1", get(1), error(20)), 2, 3)}).judged);
}

TEST(Goals, ANodeMayEndIfThatIsNoGoal) {
  const History history{{call("n0", add(1), added), call("n1", read, seen({1}))}, {}, {"n0"}};
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
  EXPECT_THAT(judged({at(99, call("n0", add(1), json())), at(100, call("n0", add(2), added)),
                      at(101, call("n0", add(3), error(22)))}),
              ElementsAre(end))
      << "an error is an answer";
  EXPECT_THAT(judged({at(100, call("n0", add(1), json()))}),
              ElementsAre("n0 does not answer \"add\" of c1 at 0.0001 ms", end));
  for (const int code : {0, 11, 13}) {
    EXPECT_THAT(judged({at(100, call("n0", add(1), error(code)))}),
                ElementsAre(HasSubstr("but says error " + std::to_string(code)), end));
  }
  EXPECT_THAT(judged({at(100, call("n9", add(1), json()))}), ElementsAre(end));
  Call down = at(100, call("n0", add(1), json()));
  down.in_vain = true;
  EXPECT_THAT(judged({down}), ElementsAre(end)) << "a node that is down need not answer";
}

TEST(Goals, ThereIsAnEndToWhatIsToldOfViolations) {
  std::vector<Call> calls;
  for (int i = 0; i < 300; ++i) calls.push_back(call("n0", add(i), added));
  calls.push_back(call("n1", read, seen(json::array())));
  const auto violated = of(Checker::set, calls).violated;
  ASSERT_EQ(violated.size(), 101U);
  EXPECT_EQ(violated.back(), "and 200 more");
}

}  // namespace
}  // namespace ldfi::check
