#include "common/systems/services.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

using Json = nlohmann::json;

TEST(Service, KeepsValues) {
  Service store("lin-kv");
  const auto ask = [&store](const char* body) { return store.answer(Json::parse(body)); };
  EXPECT_EQ(ask(R"({"type": "read", "key": 1})")["code"], 20);
  EXPECT_EQ(ask(R"({"type": "write", "key": 1, "value": [5]})"), Json({{"type", "write_ok"}}));
  EXPECT_EQ(ask(R"({"type": "read", "key": 1})")["value"], Json::array({5}));
  EXPECT_EQ(ask(R"({"type": "read", "key": "1"})")["code"], 20) << "a number is no text";
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

TEST(Service, SaysWhatItDoesNotKnow) {
  Service store("lww-kv");
  EXPECT_EQ(store.answer({{"type", "fly"}})["code"], 10);
  EXPECT_EQ(store.answer({{"type", "read"}})["code"], 12);
  EXPECT_EQ(store.answer({{"type", "write"}, {"key", 1}})["code"], 12);
  EXPECT_EQ(store.answer({{"type", "cas"}, {"key", 1}, {"from", 1}})["code"], 12);
  EXPECT_EQ(Service("lin-tso").answer({{"type", "read"}, {"key", 1}})["code"], 10);
}

TEST(Service, NumbersGrow) {
  Service numbers("lin-tso");
  EXPECT_EQ(numbers.answer({{"type", "ts"}})["ts"], 0);
  EXPECT_EQ(numbers.answer({{"type", "ts"}})["ts"], 1);
}

}  // namespace
}  // namespace ldfi::systems
