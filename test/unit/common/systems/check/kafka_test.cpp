#include "common/systems/check/kafka.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "common/systems/check/check.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// Returns the violations of these calls, which clients make one after the other, each after the
/// previous answer.
std::vector<std::string> told(std::vector<Call> calls) {
  std::int64_t at = 0;
  for (Call& one : calls) {
    one.invoked = at;
    if (!one.response.json().is_null()) one.returned = at + 1;
    at += 2;
  }
  return judge({.checker = systems::Checker::kafka}, {std::move(calls), {}, {}}).violated;
}

Call send(int message, const json& answer, const std::string& client = "c1") {
  return {client, "n0", 0, json{{"type", "send"}, {"key", "k"}, {"msg", message}}, {}, answer};
}
json at(std::int64_t offset) {
  return {{"type", "send_ok"}, {"offset", offset}};
}
Call poll(const json& messages, std::int64_t from = 0, const std::string& node = "n1") {
  return {"c9", node,
          0,    json{{"type", "poll"}, {"offsets", {{"k", from}}}},
          {},   json{{"type", "poll_ok"}, {"msgs", {{"k", messages}}}}};
}
Call commit(std::int64_t offset) {
  return {"c1", "n0",
          0,    json{{"type", "commit_offsets"}, {"offsets", {{"k", offset}}}},
          {},   json{{"type", "commit_offsets_ok"}}};
}
Call list(const json& offset) {
  json answer{{"type", "list_committed_offsets_ok"}, {"offsets", json::object()}};
  if (!offset.is_null()) answer["offsets"]["k"] = offset;
  return {"c1", "n1", 0, json{{"type", "list_committed_offsets"}, {"keys", {"k"}}}, {}, answer};
}

TEST(Kafka, OffsetsHave64BitsWithOrWithoutASign) {
  const json huge = std::numeric_limits<std::uint64_t>::max();
  const Call sent = send(1, {{"type", "send_ok"}, {"offset", huge}});
  EXPECT_THAT(told({sent, poll({{huge, 1}})}), IsEmpty());
  EXPECT_THAT(told({sent, poll({{-1, 1}}, -1)}), Contains(HasSubstr("was sent once")));
  EXPECT_THAT(told({commit(-1), list(huge)}), Contains(HasSubstr("but no client committed it")));
  EXPECT_THAT(told({commit(1), list(1.0)}), IsEmpty());
}

TEST(Kafka, ALogIsRight) {
  EXPECT_THAT(told({send(5, at(0)), send(6, at(3)), poll({{0, 5}, {3, 6}})}), IsEmpty());
  EXPECT_THAT(told({send(5, at(0)), poll(json::array()), send(6, at(1)), poll({{1, 6}}, 1)}),
              IsEmpty())
      << "what it sees at last matters";
  EXPECT_THAT(told({send(5, json()), poll({{0, 5}})}), IsEmpty()) << "it may have happened";
}

TEST(Kafka, WhatWasAcknowledgedIsThereAtLast) {
  EXPECT_THAT(told({send(5, at(0)), send(6, at(1)), poll({{0, 5}})}),
              ElementsAre("6 was acknowledged at offset 1 of key k, but n1 does not have it"));
  EXPECT_THAT(told({send(5, at(0)), send(6, at(1)), poll({{0, 5}}), poll({{0, 5}, {1, 6}})}),
              IsEmpty());
  Call silent = poll(json::array());
  silent.response = json();
  EXPECT_THAT(told({send(5, at(0)), silent}), ElementsAre("n1 does not answer its last poll"));
}

TEST(Kafka, NothingIsLeftOut) {
  EXPECT_THAT(told({send(5, at(0)), send(6, at(1)), poll({{1, 6}}), poll({{0, 5}, {1, 6}})}),
              ElementsAre("n1 polls offset 1 of key k, but leaves out 0"));
  EXPECT_THAT(told({poll({{1, 6}}), send(6, at(1)), send(5, at(0), "c2"), poll({{0, 5}, {1, 6}})}),
              ElementsAre("n1 polls offset 1 of key k, but leaves out 0"))
      << "whoever goes on from there never sees it";
}

TEST(Kafka, AMessageIsAtNoMoreOffsetsThanItWasSent) {
  EXPECT_THAT(told({send(7, at(0)), poll({{0, 7}, {1, 7}})}),
              ElementsAre("7 is at the offsets 0, 1 of key k, and was sent once"));
  EXPECT_THAT(told({send(7, at(0)), poll({{0, 7}}), poll({{1, 7}}, 1)}),
              ElementsAre("7 is at the offsets 0, 1 of key k, and was sent once"))
      << "in different polls";
  EXPECT_THAT(told({send(7, at(1)), poll({{0, 7}, {1, 7}})}),
              ElementsAre("7 is at the offsets 0, 1 of key k, and was sent once"));
  EXPECT_THAT(told({send(7, at(0)), send(7, json(), "c2"), poll({{0, 7}, {1, 7}})}), IsEmpty());
  EXPECT_THAT(told({send(7, at(0)), send(7, {{"type", "error"}, {"code", 11}}, "c2"),
                    poll({{0, 7}, {1, 7}})}),
              ElementsAre("7 is at the offsets 0, 1 of key k, and was sent once"))
      << "a failed send adds nothing";
  EXPECT_THAT(told({send(7, at(0)), send(7, at(1), "c2"), poll({{0, 7}, {1, 7}, {2, 7}})}),
              ElementsAre("7 is at the offsets 0, 1, 2 of key k, and was sent 2 times"));
}

TEST(Kafka, OffsetsAscend) {
  EXPECT_THAT(told({send(5, at(0)), send(6, at(1)), poll({{1, 6}, {0, 5}})}),
              Contains("n1 polls key k out of order: offset 0 after 1"));
  EXPECT_THAT(told({send(5, at(3)), send(6, at(1), "c2"), poll({{1, 6}, {3, 5}})}), IsEmpty());
  EXPECT_THAT(told({send(5, at(3)), send(6, at(1)), poll({{1, 6}, {3, 5}})}),
              ElementsAre("c1 sends 6 to key k after 5, but its offset 1 is not greater than 3"));
  EXPECT_THAT(
      told({send(5, at(1)), send(6, at(5)), send(7, at(3)), poll({{1, 5}, {3, 7}, {5, 6}})}),
      ElementsAre("c1 sends 7 to key k after 6, but its offset 3 is not greater than 5"));
  EXPECT_THAT(told({send(5, at(0)), poll({{0, 5}}, 2)}),
              ElementsAre("n1 is polled from offset 2 of key k on, but answers with 0"));
}

TEST(Kafka, AnOffsetHasOneMessage) {
  EXPECT_THAT(told({send(5, at(0)), send(6, at(0), "c2"), poll({{0, 5}})}),
              ElementsAre("key k has both 5 and 6 at offset 0"));
  EXPECT_THAT(told({send(5, at(0)), send(6, json()), poll({{0, 6}})}),
              ElementsAre("key k has both 5 and 6 at offset 0"));
}

TEST(Kafka, NothingIsInvented) {
  EXPECT_THAT(told({send(5, at(0)), poll({{0, 5}, {1, 7}})}),
              ElementsAre("n1 has 7 at offset 1 of key k, but no client sent it"));
  EXPECT_THAT(told({send(5, {{"type", "error"}, {"code", 11}}), poll({{0, 5}})}),
              ElementsAre("n1 has 5 at offset 0 of key k, but no client sent it"));
}

TEST(Kafka, OffsetsStayCommitted) {
  EXPECT_THAT(told({commit(3), list(3), commit(1), list(1), commit(2), list(3)}), IsEmpty())
      << "the last, or the highest";
  EXPECT_THAT(told({commit(3), list(nullptr)}),
              ElementsAre("offset 3 of key k was committed, but n1 lists null"));
  EXPECT_THAT(told({commit(1), commit(3), list(1)}),
              ElementsAre("offset 3 of key k was committed, but n1 lists 1"));
  EXPECT_THAT(told({commit(1), list(2)}),
              ElementsAre("n1 lists 2 as the committed offset of key k, but no client committed it "
                          "(checker.accept: uncommitted-offset)"));
}

TEST(Kafka, WhatIsNoAnswerIsAViolation) {
  EXPECT_THAT(told({send(5, {{"type", "send_ok"}})}),
              ElementsAre("n0 acknowledges 5 for key k without an offset"));
  for (const json& bad : {json(5), json{{0}}, json{{"a", 5}}, json{{{"a", 1}}}}) {
    EXPECT_THAT(told({poll(bad)}), Contains(HasSubstr("not a list of [offset, message]")));
  }
  Call none = poll(json::array());
  none.response = json{{"type", "poll_ok"}, {"msgs", 7}};
  EXPECT_THAT(told({none}), ElementsAre("n1 answers a poll without messages by key: 7"));
  EXPECT_THAT(told({send(1, at(INT64_MIN)), poll({{INT64_MIN, 1}}, INT64_MIN)}), ::testing::_);
}

}  // namespace
}  // namespace ldfi::check
