#include "common/systems/check/lin_kv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "common/systems/check/check.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const json null_value;

Call asked(int from, const json& body, const json& response) {
  Call out{"c" + std::to_string(from), "n0", from, body};
  if (!response.is_null()) out.returned = from + 1;
  out.response = response;
  return out;
}

json write_of(const json& value, const json& key = 1) {
  return {{"type", "write"}, {"key", key}, {"value", value}};
}
json cas_of(const json& from, const json& to) {
  return {{"type", "cas"}, {"key", 1}, {"from", from}, {"to", to}};
}
json read_of(const json& key = 1) {
  return {{"type", "read"}, {"key", key}};
}
json value_is(const json& value) {
  return {{"type", "read_ok"}, {"value", value}};
}
json error_is(const json& code) {
  return {{"type", "error"}, {"code", code}};
}
const json write_ok{{"type", "write_ok"}};
const json cas_ok{{"type", "cas_ok"}};

Judgement judged(const std::vector<Call>& calls, const systems::Accept& accept = {}) {
  return judge({.checker = systems::Checker::lin_kv, .accept = accept}, {calls, {}, {}});
}

TEST(LinKvCalls, EqualKeysAndValuesAreOne) {
  EXPECT_THAT(
      judged({asked(0, write_of(1.0, 2), write_ok), asked(10, read_of(2.0), value_is(1))}).violated,
      IsEmpty());
  EXPECT_THAT(
      judged({asked(0, write_of(1), write_ok), asked(10, read_of(), value_is("1"))}).violated,
      ElementsAre(HasSubstr("no client had requested to write \"1\"")));
}

TEST(LinKvCalls, AFailedOperationHadNoEffect) {
  EXPECT_THAT(
      judged({asked(0, write_of(5), error_is(11)), asked(10, read_of(), value_is(5))}).violated,
      Not(IsEmpty()));
  for (const json& open : {error_is(0), error_is(13), error_is("what"), null_value}) {
    EXPECT_THAT(judged({asked(0, write_of(5), open), asked(10, read_of(), value_is(5))}).violated,
                IsEmpty());
    EXPECT_THAT(judged({asked(0, write_of(5), open), asked(10, read_of(), error_is(20))}).violated,
                IsEmpty());
  }
  EXPECT_THAT(
      judged({asked(0, write_of(5), error_is(22)), asked(10, read_of(), error_is(20))}).violated,
      IsEmpty());
}

TEST(LinKvCalls, ACasWithoutFromComparesWithNull) {
  json blind = cas_of(1, 2);
  blind.erase("from");
  EXPECT_THAT(judged({asked(0, write_of(json()), write_ok), asked(10, blind, cas_ok)}).violated,
              IsEmpty());
  EXPECT_THAT(judged({asked(0, blind, cas_ok)}).violated, Not(IsEmpty()));
  blind["create_if_not_exists"] = true;
  EXPECT_THAT(judged({asked(0, blind, cas_ok)}).violated, IsEmpty());
  EXPECT_THAT(judged({asked(0, blind, error_is(20))}).violated,
              ElementsAre(HasSubstr("a cas that creates a missing key")));
}

TEST(LinKvCalls, ErrorsAreJudgedToo) {
  EXPECT_FALSE(judged({asked(0, read_of(), null_value)}).judged);
  EXPECT_FALSE(
      judged({asked(0, read_of(), error_is(11)), asked(1, write_of(1), error_is(20))}).judged);
  EXPECT_TRUE(judged({asked(0, read_of(), error_is(20))}).judged);
  EXPECT_TRUE(
      judged({asked(0, write_of(1), write_ok), asked(10, cas_of(2, 3), error_is(22))}).judged);
  EXPECT_THAT(judged({asked(0, read_of(), error_is(22))}).violated,
              ElementsAre(HasSubstr("no read is answered with this error")));
}

TEST(LinKvAccept, AViolationNamesItsWord) {
  const std::vector<Call> code{asked(0, cas_of(1, 2), error_is(22))};
  EXPECT_THAT(judged(code).violated, ElementsAre(EndsWith(" (checker.accept: cas-code)")));
  EXPECT_THAT(judged(code, {.cas_code = true}).violated, IsEmpty());
  EXPECT_FALSE(judged(code, {.cas_code = true}).judged);
  const std::vector<Call> null{asked(0, read_of(), value_is(json()))};
  EXPECT_THAT(judged(null).violated, ElementsAre(EndsWith(" (checker.accept: initial-null)")));
  EXPECT_THAT(judged(null, {.initial_null = true}).violated, IsEmpty());
  EXPECT_THAT(judged({code[0], asked(10, read_of(), value_is(json()))}).violated,
              ElementsAre(EndsWith(" (checker.accept: cas-code, initial-null)")));
  EXPECT_THAT(judged({code[0], asked(10, read_of(), value_is(7))}).violated,
              ElementsAre(Not(HasSubstr("checker.accept"))));
}

/// Returns a history of clients that compare and set values at the same time. Excluding all orders
/// takes long.
std::vector<Call> hard(int clients) {
  std::vector<Call> out;
  for (int i = 0; i < clients; ++i) {
    out.push_back(asked(0, cas_of(i, i + 1), cas_ok));
    out.push_back(asked(0, write_of(i), write_ok));
    for (std::size_t k = out.size() - 2; k < out.size(); ++k) out[k].returned = 100;
  }
  out.push_back(asked(101, read_of(), value_is(3)));
  out.push_back(asked(103, read_of(), value_is(4)));
  return out;
}

Judgement within_1000_states(const std::vector<Call>& calls) {
  Judgement out;
  Meter meter;
  lin_kv({calls, {}, {}}, {}, out, meter, {.states = 1000});
  return out;
}

TEST(LinKvBudget, AHistoryThatIsTooHardIsUndecided) {
  const Judgement found = within_1000_states(hard(40));
  EXPECT_THAT(found.violated, IsEmpty());
  EXPECT_THAT(found.undecided, HasSubstr("fewer clients at one key, or more keys, help"));
  EXPECT_TRUE(found.judged);
}

TEST(LinKvBudget, AViolationOfAnotherKeyIsOne) {
  auto calls = hard(40);
  calls.push_back(asked(200, read_of(2), value_is(3)));
  const Judgement found = within_1000_states(calls);
  EXPECT_THAT(found.violated, ElementsAre(HasSubstr("key 2 is not linearizable")));
  EXPECT_EQ(found.undecided, "");
}

TEST(LinKvBudget, ManyOpenWritesAreJudgedAtOnce) {
  for (const int writes : {20, 300}) {
    std::vector<Call> calls;
    for (int i = 0; i < writes; ++i) calls.push_back(asked(i, write_of(i), null_value));
    for (int i = 0; i < writes; ++i) calls.push_back(asked(1000 + 10 * i, read_of(), value_is(i)));
    EXPECT_THAT(within_1000_states(calls).violated, IsEmpty());
    calls.push_back(asked(9000, read_of(), value_is(0)));
    const Judgement found = within_1000_states(calls);
    EXPECT_THAT(found.violated, ElementsAre(HasSubstr("c9000's read of 0 at 9 µs fits nowhere")));
    EXPECT_EQ(found.undecided, "");
  }
}

TEST(LinKvBudget, TimeEndsTheRun) {
  EXPECT_THROW(static_cast<void>(judge({.checker = systems::Checker::lin_kv}, {hard(40), {}, {}},
                                       [] { throw BudgetExceeded("time", "over"); })),
               BudgetExceeded);
}

}  // namespace
}  // namespace ldfi::check
