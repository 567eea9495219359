#include "common/systems/services.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

TEST(Service, KeepsValues) {
  Service store("lin-kv");
  const auto ask = [&store](const char* body) { return store.answer(Json::parse(body)); };
  EXPECT_EQ(ask(R"({"type": "read", "key": 1})")["code"], 20);
  EXPECT_EQ(ask(R"({"type": "write", "key": 1, "value": [5]})"), Json({{"type", "write_ok"}}));
  EXPECT_EQ(ask(R"({"type": "read", "key": 1})")["value"], Json::array({5}));
  EXPECT_EQ(ask(R"({"type": "read", "key": "1"})")["code"], 20) << "a number is not a text";
  EXPECT_EQ(ask(R"({"type": "cas", "key": 1, "from": 4, "to": 6})")["code"], 22);
  EXPECT_EQ(ask(R"({"type": "cas", "key": 1, "from": [5], "to": 6})")["type"], "cas_ok");
  EXPECT_EQ(ask(R"({"type": "read", "key": 1})")["value"], 6);
}

TEST(Service, CasMayMakeAKey) {
  Service store("seq-kv");
  const auto ask = [&store](const char* body) { return store.answer(Json::parse(body)); };
  EXPECT_EQ(ask(R"({"type": "cas", "key": "k", "from": 0, "to": 1})")["code"], 20);
  EXPECT_EQ(ask(R"({"type": "cas", "key": "k", "from": 0, "to": 1, "create_if_not_exists": true})")
                ["type"],
            "cas_ok");
  EXPECT_EQ(ask(R"({"type": "cas", "key": "k", "from": 0, "to": 2, "create_if_not_exists": true})")
                ["code"],
            22);
  EXPECT_EQ(ask(R"({"type": "read", "key": "k"})")["value"], 1);
}

TEST(Service, RefusesUnknownTypes) {
  for (const char* body : {R"({"type": "fly"})", R"({"type": 3})", R"({"key": 1})", "{}"}) {
    for (const std::string& name : service_names()) {
      EXPECT_EQ(Service(name).answer(Json::parse(body))["code"], 10) << name << body;
    }
  }
  EXPECT_EQ(Service("lin-tso").answer({{"type", "read"}, {"key", 1}})["code"], 10);
  EXPECT_EQ(Service("seq-kv").answer({{"type", "ts"}})["code"], 10);
}

/// Checks the answers of a store that is empty at first. Each step is a request and the answer that
/// Maelstrom gives.
TEST(Service, AnswersAsMaelstromIfFieldsAreAbsent) {
  struct Step {
    const char* asked;
    const char* type;
    Json detail;  ///< value of a read, or code of an error
  };
  const std::vector<std::vector<Step>> stories{
      {{R"({"type": "cas", "key": "k", "to": 1, "create_if_not_exists": true})", "cas_ok", {}},
       {R"({"type": "read", "key": "k"})", "read_ok", 1},
       {R"({"type": "cas", "key": "k", "to": 2, "create_if_not_exists": true})", "error", 22},
       {R"({"type": "cas", "key": "k", "to": 2})", "error", 22},
       {R"({"type": "cas", "key": "k", "from": 1})", "cas_ok", {}},
       {R"({"type": "read", "key": "k"})", "read_ok", nullptr},
       {R"({"type": "cas", "key": "k", "to": 3})", "cas_ok", {}},
       {R"({"type": "read", "key": "k"})", "read_ok", 3}},
      {{R"({"type": "cas", "key": "k", "to": 1})", "error", 20},
       {R"({"type": "cas", "key": "k", "to": 1, "create_if_not_exists": false})", "error", 20},
       {R"({"type": "cas", "key": "k", "to": 1, "create_if_not_exists": null})", "error", 20},
       {R"({"type": "cas", "key": "k", "to": 1, "create_if_not_exists": 0})", "cas_ok", {}},
       {R"({"type": "read", "key": "k"})", "read_ok", 1}},
      {{R"({"type": "write", "key": "k"})", "write_ok", {}},
       {R"({"type": "read", "key": "k"})", "read_ok", nullptr},
       {R"({"type": "cas", "key": "k", "from": null, "to": 1})", "cas_ok", {}},
       {R"({"type": "cas", "key": "k", "from": 1.0, "to": 2})", "error", 22},
       {R"({"type": "cas", "key": "k", "from": 1, "to": {"b": 1, "a": [2]}})", "cas_ok", {}},
       {R"({"type": "cas", "key": "k", "from": {"a": [2], "b": 1}})", "cas_ok", {}}},
      {{R"({"type": "read"})", "error", 20},
       {R"({"type": "write", "value": 5, "more": 1})", "write_ok", {}},
       {R"({"type": "read"})", "read_ok", 5},
       {R"({"type": "read", "key": null})", "read_ok", 5},
       {R"({"type": "cas", "from": 5, "to": 6})", "cas_ok", {}},
       {R"({"type": "read"})", "read_ok", 6}}};
  for (const char* name : {"lin-kv", "seq-kv", "lww-kv"}) {
    for (const auto& story : stories) {
      Service store(name);
      for (const Step& step : story) {
        const Json answer = store.answer(Json::parse(step.asked));
        EXPECT_EQ(answer["type"], step.type) << name << step.asked << answer;
        EXPECT_EQ(answer.value(answer["type"] == "error" ? "code" : "value", Json()), step.detail)
            << name << step.asked << answer;
      }
    }
  }
}

TEST(Service, NumbersGrow) {
  Service numbers("lin-tso");
  EXPECT_EQ(numbers.answer({{"type", "ts"}})["ts"], 0);
  EXPECT_EQ(numbers.answer({{"type", "ts"}})["ts"], 1);
}

}  // namespace
}  // namespace ldfi::systems
