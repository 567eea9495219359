#include "common/systems/workload.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace ldfi::systems {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

const std::vector<std::string> nodes{"n0", "n1", "n2"};

std::vector<std::string> types(const std::vector<Operation>& all) {
  std::vector<std::string> out;
  for (const Operation& one : all) out.push_back(nlohmann::json::parse(one.body)["type"]);
  return out;
}

TEST(Workload, HasAName) {
  for (const std::string& name : workload_names()) EXPECT_TRUE(workload_named(name)) << name;
  EXPECT_FALSE(workload_named("kafk"));
}

bool is_number_as_text(const nlohmann::json& value) {
  return value.is_string() && !value.get<std::string>().empty() &&
         value.get<std::string>().find_first_not_of("0123456789") == std::string::npos;
}

bool is_kafka_offsets(const nlohmann::json& value) {
  return value.is_object() && std::ranges::all_of(value.items(), [](const auto& one) {
           return is_number_as_text(one.key()) && one.value().is_number_unsigned();
         });
}

bool is_kafka_keys(const nlohmann::json& value) {
  return value.is_array() && std::ranges::all_of(value, is_number_as_text);
}

bool is_transaction(const nlohmann::json& value) {
  return value.is_array() && std::ranges::all_of(value, [](const nlohmann::json& one) {
           const bool reads = one[0] == "r";
           return one.size() == 3 && one[1].is_number_unsigned() &&
                  (reads ? one[2].is_null() : one[2].is_number_unsigned());
         });
}

bool is_topology(const nlohmann::json& value) {
  return value.is_object() && value.size() == nodes.size() &&
         std::ranges::all_of(value, [](const nlohmann::json& one) {
           return one.is_array() &&
                  std::ranges::all_of(one, [](const auto& node) { return node.is_string(); });
         });
}

/// Programs written for Maelstrom rely on the names and types of the fields in Maelstrom's
/// requests. So requests must have the same ones.
TEST(Workload, HasTheFieldsOfMaelstrom) {
  using Fields = std::map<std::string, std::function<bool(const nlohmann::json&)>>;
  const auto integer = [](const nlohmann::json& value) { return value.is_number_integer(); };
  const auto natural = [](const nlohmann::json& value) { return value.is_number_unsigned(); };
  const auto text = [](const nlohmann::json& value) { return value.is_string(); };
  const std::map<Workload, std::map<std::string, Fields>> expected{
      {Workload::echo, {{"echo", {{"echo", text}}}}},
      {Workload::unique_ids, {{"generate", {}}}},
      {Workload::broadcast,
       {{"topology", {{"topology", is_topology}}},
        {"broadcast", {{"message", natural}}},
        {"read", {}}}},
      {Workload::set, {{"add", {{"element", natural}}}, {"read", {}}}},
      {Workload::counter, {{"add", {{"delta", natural}}}, {"read", {}}}},
      {Workload::pn_counter, {{"add", {{"delta", integer}}}, {"read", {}}}},
      {Workload::lin_kv,
       {{"read", {{"key", natural}}},
        {"write", {{"key", natural}, {"value", natural}}},
        {"cas", {{"key", natural}, {"from", natural}, {"to", natural}}}}},
      {Workload::kafka,
       {{"send", {{"key", is_number_as_text}, {"msg", natural}}},
        {"poll", {{"offsets", is_kafka_offsets}}},
        {"commit_offsets", {{"offsets", is_kafka_offsets}}},
        {"list_committed_offsets", {{"keys", is_kafka_keys}}}}},
      {Workload::txn, {{"txn", {{"txn", is_transaction}}}}}};
  ASSERT_EQ(expected.size(), workload_names().size());
  for (const auto& [kind, requests] : expected) {
    std::set<std::string> seen;
    for (const bool registers : {false, true}) {
      const WorkloadSize size{
          .operations = 60, .keys = 11, .final_reads = 9'000'000'000, .registers = registers};
      for (const Operation& one : operations_of(kind, size, nodes)) {
        nlohmann::json body = nlohmann::json::parse(one.body);
        const std::string type = body["type"];
        seen.insert(type);
        ASSERT_TRUE(requests.contains(type)) << one.body;
        const Fields& fields = requests.at(type);
        EXPECT_EQ(body.size(), fields.size() + 1) << one.body;
        for (const auto& [name, fits] : fields) EXPECT_TRUE(fits(body[name])) << one.body;
      }
    }
    EXPECT_EQ(seen.size(), requests.size());
  }
}

TEST(Workload, BroadcastTellsTheTopologyFirstAndReadsLast) {
  const auto all =
      operations_of(Workload::broadcast, {.operations = 2, .final_reads = 1'000'000'000}, nodes);
  EXPECT_THAT(types(all), ElementsAre("topology", "topology", "topology", "broadcast", "broadcast",
                                      "read", "read", "read"));
  EXPECT_EQ(all[3].node, "n0");
  EXPECT_EQ(all[4].node, "n1");
  EXPECT_EQ(all[4].at - all[3].at, 100'000'000);
  EXPECT_EQ(all.back().at, 1'000'000'000);
}

TEST(Workload, WritesValuesOfTheirOwn) {
  const WorkloadSize size{
      .operations = 40, .clients = 3, .keys = 2, .final_reads = 5'000'000'000, .seed = 4};
  const auto all = operations_of(Workload::lin_kv, size, nodes);
  EXPECT_THAT(all, SizeIs(40 + 2 * 3));
  std::set<int> written;
  for (const Operation& one : all) {
    const auto body = nlohmann::json::parse(one.body);
    if (body["type"] == "write") {
      EXPECT_TRUE(written.insert(body["value"].get<int>()).second);
    }
    EXPECT_LT(body["key"].get<int>(), 2);
  }
  EXPECT_GT(written.size(), 10U);
  const auto again = operations_of(Workload::lin_kv, size, nodes);
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].body, again[i].body);
}

TEST(Workload, LogsArePolledFromTheBeginningAtLast) {
  const WorkloadSize size{.operations = 60, .clients = 2, .keys = 2, .final_reads = 7'000'000'000};
  const auto all = operations_of(Workload::kafka, size, nodes);
  std::map<std::string, int> kinds;
  std::set<int> sent;
  for (const Operation& one : all) {
    const auto body = nlohmann::json::parse(one.body);
    ++kinds[body["type"]];
    if (body["type"] == "send") {
      EXPECT_TRUE(sent.insert(body["msg"].get<int>()).second);
    }
  }
  EXPECT_THAT(all, SizeIs(60 + 2 * 3));
  EXPECT_GT(kinds["send"], 20);
  for (const char* kind : {"poll", "commit_offsets", "list_committed_offsets"}) {
    EXPECT_GT(kinds[kind], 3) << kind;
  }
  EXPECT_EQ(nlohmann::json::parse(all[60].body),
            nlohmann::json::parse(R"({"type": "poll", "offsets": {"0": 0, "1": 0}})"));
  EXPECT_EQ(nlohmann::json::parse(all[0].body)["type"], "send");
}

TEST(Workload, TransactionsReadEverythingAtLast) {
  for (const bool registers : {false, true}) {
    const WorkloadSize size{.operations = 30,
                            .keys = 2,
                            .final_reads = 7'000'000'000,
                            .seed = 3,
                            .registers = registers};
    const auto all = operations_of(Workload::txn, size, nodes);
    std::set<int> values;
    for (const Operation& one : all) {
      const auto body = nlohmann::json::parse(one.body);
      for (const auto& what : body["txn"]) {
        EXPECT_EQ(what.size(), 3U);
        EXPECT_TRUE(what[0] == "r" || what[0] == (registers ? "w" : "append")) << what;
        if (what[0] != "r") {
          EXPECT_TRUE(values.insert(what[2].get<int>()).second);
        }
      }
    }
    EXPECT_GT(values.size(), 15U);
    EXPECT_EQ(all.back().body, R"({"txn":[["r",0,null],["r",1,null]],"type":"txn"})");
  }
}

TEST(Workload, CountersMayGoBothWays) {
  int below = 0;
  for (const Operation& one : operations_of(Workload::pn_counter, {.operations = 20}, nodes)) {
    const auto body = nlohmann::json::parse(one.body);
    if (body["type"] == "add" && body["delta"] < 0) ++below;
  }
  EXPECT_GT(below, 4);
  EXPECT_LT(below, 16);
}

TEST(Workload, ReadsOnlyWhereReadingCounts) {
  EXPECT_THAT(operations_of(Workload::echo, {.operations = 3}, nodes), SizeIs(3));
  EXPECT_THAT(operations_of(Workload::unique_ids, {.operations = 3}, nodes), SizeIs(3));
  EXPECT_THAT(operations_of(Workload::counter, {.operations = 3, .final_reads = 1}, nodes),
              SizeIs(6));
}

}  // namespace
}  // namespace ldfi::systems
