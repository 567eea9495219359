#include "common/systems/lineage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

std::string asked(int time, const std::string& node, const std::string& value = "") {
  return fmt::format(
      R"({{"e": "invoke", "t": {}, "op": {}, "client": "c1", "node": "{}", "carries": [{}]}})"
      "\n",
      time, time, node, value.empty() ? "" : "\"" + value + "\"");
}

std::string said(int time, const std::string& from, const std::string& to, int number,
                 const std::string& value = "") {
  return fmt::format(
      R"({{"e": "send", "t": {0}, "id": ["{1}", "{2}", "m", {3}], "fate": "ok", "arrive": {4}, "carries": [{5}]}})"
      "\n",
      time, from, to, number, time + 10, value.empty() ? "" : "\"" + value + "\"");
}

std::string heard(int time, const std::string& from, const std::string& to, int number) {
  return fmt::format(R"({{"e": "recv", "t": {}, "id": ["{}", "{}", "m", {}]}})"
                     "\n",
                     time, from, to, number);
}

std::string answered(int time) {
  return returned(time, std::to_string(time));
}

Lineage lineage(const std::string& text) {
  const Read found = read(header() + text + verdict());
  EXPECT_TRUE(found.recording) << found.problem();
  return lineage_of(*found.recording);
}

TEST(Lineage, SaysWhoCarriesWhat) {
  const Lineage out =
      lineage(asked(1, "n0", "5") + said(1, "n0", "n1", 0, "5") + said(1, "n0", "n1", 1) +
              heard(11, "n0", "n1", 0) + heard(11, "n0", "n1", 1) + asked(20, "n1") +
              said(20, "n1", "n0", 0, "5"));
  EXPECT_THAT(out.values, ElementsAre(Pair("5", "n0")));
  EXPECT_THAT(out.nodes, ElementsAre("n0", "n1"));
  ASSERT_EQ(out.carriers.size(), 2U);
  EXPECT_EQ(out.carriers[0].message, (MessageId{"n0", "n1", "m", 0}));
  EXPECT_EQ(out.carriers[0].activation, 1U);
  EXPECT_EQ(out.carriers[1].sent, 20);
  EXPECT_EQ(out.carriers[1].activation, 3U) << "two messages and a client's";
}

TEST(Lineage, SaysWhatCameBeforeAnAnswer) {
  // n1 answers after it received message 0. Message 1 arrives after the answer, and messages that
  // n0 receives have no influence on the answer.
  const Lineage out =
      lineage(at("timer", 1, "n0") + said(1, "n0", "n1", 0) + heard(11, "n0", "n1", 0) +
              asked(12, "n1") + answered(12) + said(12, "n1", "n0", 0) + said(13, "n0", "n1", 1) +
              heard(22, "n1", "n0", 0) + heard(23, "n0", "n1", 1));
  EXPECT_THAT(out.causes, ElementsAre(MessageId{"n0", "n1", "m", 0}));
  // If n1 answers at the end, all messages may have influenced this answer.
  const Lineage all =
      lineage(at("timer", 1, "n0") + said(1, "n0", "n1", 0) + heard(11, "n0", "n1", 0) +
              said(12, "n1", "n0", 0) + heard(22, "n1", "n0", 0) + said(22, "n0", "n1", 1) +
              heard(32, "n0", "n1", 1) + asked(40, "n1") + answered(40));
  EXPECT_EQ(all.causes.size(), 3U);
}

}  // namespace
}  // namespace ldfi::systems
