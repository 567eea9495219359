#include "common/systems/check/simple.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

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

TEST(Set, WhatIsAcknowledgedIsReadAtLast) {
  const Call one = call("n0", add_request(1), added);
  const auto good = of(
      Checker::set, {one, call("n1", read_request, seen({})), call("n1", read_request, seen({1}))});
  EXPECT_THAT(good.violated, IsEmpty());
  EXPECT_TRUE(good.judged);
  const auto lost = of(Checker::set, {one, call("n1", read_request, seen({1})),
                                      call("n1", read_request, seen(json::array()))});
  EXPECT_THAT(lost.violated, ElementsAre("1 was acknowledged, and n1 does not have it"));
  EXPECT_THAT(of(Checker::set, {one, call("n1", read_request, json())}).violated,
              ElementsAre("n1 does not answer its last read"));
}

TEST(Set, WhatNobodyAddedIsNotThere) {
  EXPECT_THAT(of(Checker::set, {call("n1", read_request, seen({7}))}).violated,
              ElementsAre("n1 has 7, but no client added it"));
  EXPECT_THAT(
      of(Checker::set, {call("n0", add_request(7), error(11)), call("n1", read_request, seen({7}))})
          .violated,
      ElementsAre("n1 has 7, but no client added it"));
  for (const int open : {0, 13}) {
    EXPECT_THAT(of(Checker::set,
                   {call("n0", add_request(7), error(open)), call("n1", read_request, seen({7}))})
                    .violated,
                IsEmpty());
  }
  EXPECT_THAT(
      of(Checker::set, {call("n0", add_request(7), json()), call("n1", read_request, seen({7}))})
          .violated,
      IsEmpty());
}

TEST(Echo, ALargeNumberIsNotANegativeOne) {
  const json huge = std::numeric_limits<std::uint64_t>::max();
  const auto echoed = [](const json& asked, const json& answered) {
    return of(Checker::echo, {call("n0", {{"type", "echo"}, {"echo", asked}},
                                   {{"type", "echo_ok"}, {"echo", answered}})})
        .violated.empty();
  };
  EXPECT_FALSE(echoed(-1, huge));
  EXPECT_FALSE(echoed(std::int64_t{9'007'199'254'740'993}, 9'007'199'254'740'992.0));
  EXPECT_TRUE(echoed(1, 1.0));
}

TEST(UniqueIds, EqualNumbersAreTheSameId) {
  const auto unique = [](const json& one, const json& other) {
    const auto answer = [](const json& id) {
      return call("n0", {{"type", "generate"}}, {{"type", "generate_ok"}, {"id", id}});
    };
    return of(Checker::unique_ids, {answer(one), answer(other)}).violated.empty();
  };
  EXPECT_FALSE(unique(1, 1.0));
  EXPECT_TRUE(unique(-1, std::numeric_limits<std::uint64_t>::max()));
  EXPECT_TRUE(unique(1, "1"));
}

TEST(Set, ALargeNumberIsNotANegativeOne) {
  const json huge = std::numeric_limits<std::uint64_t>::max();
  const Call one = call("n0", {{"type", "add"}, {"element", -1}}, added);
  EXPECT_EQ(
      of(Checker::set, {one, call("n1", read_request, seen(json::array({huge})))}).violated.size(),
      2U);
  EXPECT_THAT(of(Checker::set, {one, call("n1", read_request, seen(json::array({-1.0})))}).violated,
              IsEmpty());
}

TEST(Set, NobodyReadsOfNodesThatAreDown) {
  History history{
      {call("n0", add_request(1), added), call("n1", read_request, json())}, {"n1"}, {}};
  EXPECT_THAT(judge({.checker = Checker::set}, history).violated, IsEmpty());
  history.down.clear();
  history.ended.insert("n1");
  EXPECT_THAT(judge({.checker = Checker::set}, history).violated,
              ElementsAre("n1 ended by itself"));
}

TEST(Set, WhatACrashCutOffSaysNothing) {
  History history{{call("n0", add_request(1), added), call("n1", read_request, seen({})),
                   call("n1", read_request, json())},
                  {},
                  {}};
  EXPECT_THAT(judge({.checker = Checker::set}, history).violated,
              ElementsAre("n1 does not answer its last read"));
  history.calls.back().in_vain = true;
  EXPECT_THAT(judge({.checker = Checker::set}, history).violated, IsEmpty())
      << "nor does what it said before";
}

TEST(Set, WithoutAPromiseThereIsNone) {
  const auto judged =
      of(Checker::set, {call("n0", add_request(1), json()), call("n0", read_request, json())});
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

}  // namespace
}  // namespace ldfi::check
