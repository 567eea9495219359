#include "common/systems/check/lin_kv_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/systems/check/check.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Returns the violations of these calls. Client k makes the k-th request at k ms, and gets its
/// answer half a millisecond later.
std::vector<std::string> violated_by(const std::vector<std::pair<json, json>>& calls) {
  History history;
  std::int64_t k = 1;
  for (auto [body, response] : calls) {
    body["key"] = "x";
    const std::int64_t at = k * 1'000'000;
    Call one{"c" + std::to_string(k), "n0", at, body};
    if (!response.is_null()) one.returned = at + 500'000;
    one.response = response;
    history.calls.push_back(one);
    ++k;
  }
  return judge({.checker = systems::Checker::lin_kv}, history).violated;
}

const json get{{"type", "read"}};
const json put_ok{{"type", "write_ok"}};
const json cas_done{{"type", "cas_ok"}};
json put(const json& value) {
  return {{"type", "write"}, {"value", value}};
}
json got(const json& value) {
  return {{"type", "read_ok"}, {"value", value}};
}
json swap(const json& from, const json& to) {
  return {{"type", "cas"}, {"from", from}, {"to", to}};
}
json failed(int code) {
  return {{"type", "error"}, {"code", code}};
}

TEST(LinKvText, NamesTheContradiction) {
  EXPECT_THAT(
      violated_by({{put(12), put_ok}, {put(13), put_ok}, {get, got(12)}, {get, got(13)}}),
      ElementsAre(
          "key \"x\" is not linearizable: c3's read of 12 at 3 ms fits nowhere, because 13 was "
          "written last: c1's write of 12 at 1 ms is before c2's write of 13 at 2 ms, which is "
          "before it. The 2 operations that were answered before it can be ordered."));
  EXPECT_THAT(violated_by({{put(1), json()}, {get, got(1)}, {get, failed(20)}}),
              ElementsAre(HasSubstr(
                  "c3's read at 3 ms with the error 20 (no such key) fits nowhere, because 1 was "
                  "written last: c2's read of 1 at 2 ms is before it.")));
}

TEST(LinKvText, NamesTheLastWriteOfASearch) {
  EXPECT_THAT(
      violated_by({{put(1), put_ok}, {swap(1, 2), cas_done}, {get, got(1)}}),
      ElementsAre(
          "key \"x\" is not linearizable: c3's read of 1 at 3 ms fits nowhere, because 2 was "
          "written last (c2's cas from 1 to 2 at 2 ms). The 2 operations that were answered "
          "before it can be ordered."));
  EXPECT_THAT(violated_by({{swap(1, 2), json()},
                           {put(3), put_ok},
                           {put(4), json()},
                           {get, got(3)},
                           {get, got(4)},
                           {swap(3, 5), cas_done}}),
              ElementsAre(HasSubstr(
                  "c6's cas from 3 to 5 at 6 ms fits nowhere, because 4 was written last")));
}

TEST(LinKvText, NamesSeveralLastValues) {
  EXPECT_THAT(violated_by({{swap(9, 8), json()},
                           {put(1), put_ok},
                           {put(9), json()},
                           {get, got(1)},
                           {swap(7, 1), cas_done}}),
              ElementsAre(HasSubstr("no client had requested to write 7. The 2 operations")));
}

TEST(LinKvText, SaysIfOnlyTheCodeIsWrong) {
  EXPECT_THAT(
      violated_by({{swap(1, 2), failed(22)}}),
      ElementsAre(
          "key \"x\" is not linearizable: c1's cas from 1 to 2 at 1 ms with the error 22 "
          "(precondition failed) fits nowhere, because the key is missing. Only the error code is "
          "wrong: for a missing key it is 20. (checker.accept: cas-code)"));
  EXPECT_THAT(violated_by({{put(5), put_ok}, {swap(1, 2), failed(20)}}),
              ElementsAre(HasSubstr(
                  "Only the error code is wrong: for a key that exists it is 22. The operation "
                  "that was answered before it fits. (checker.accept: cas-code)")));
  const auto wrong = violated_by({{put(1), put_ok}, {swap(1, 2), failed(22)}});
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_THAT(wrong[0], testing::Not(HasSubstr("Only the error code")));
  EXPECT_THAT(wrong[0], HasSubstr("because 1 was written last (c1's write of 1 at 1 ms)"));
}

}  // namespace
}  // namespace ldfi::check
