// A node program whose behaviour depends on a seed. It sends messages to other nodes, to itself and
// to unknown nodes, and answers at once or later. It requests to be woken soon, at once, or in the
// past. Many nodes act at the same time.
#include <cstdint>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace {

using nlohmann::json;

constexpr std::int64_t ms = 1'000'000;

class Restless {
 public:
  void take(const json& message) {
    const json& body = message["body"];
    const std::string type = body["type"];
    const std::int64_t at = message["at"];
    ++read_;
    if (type == "reset") {
      state_ = 0;
      left_ = 0;
      wake_ = nullptr;
    } else if (type == "init") {
      begin(message["src"], body);
    } else {
      wake_ = nullptr;
      mix(message["src"].get<std::string>() + type + std::to_string(at));
      if (!asked_.is_null() && below(4) == 0) answer(std::exchange(asked_, nullptr));
      if (body.contains("msg_id") && below(3) == 0) {
        asked_ = message;
      } else if (body.contains("msg_id")) {
        answer(message);
      }
      if (type != "error") act(at);
    }
    say("$farm", {{"type", "done"},
                  {"n", read_},
                  {"wake", wake_},
                  {"state", std::to_string(state_) + "," + std::to_string(left_)}});
    std::cout.flush();
  }

 private:
  void begin(const std::string& who, const json& body) {
    id_ = body["node_id"];
    ids_ = body["node_ids"].get<std::vector<std::string>>();
    state_ = 0;
    left_ = 25;
    asked_ = nullptr;
    mix(body["ldfi"]["seed"].get<std::string>() + id_);
    wake_ = 10 * ms * static_cast<std::int64_t>(below(3));
    say(who, {{"type", "init_ok"},
              {"in_reply_to", body["msg_id"]},
              {"ldfi", {{"version", 1}, {"reset", true}, {"state", true}}}});
  }

  void answer(const json& message) {
    const json& body = message["body"];
    say(message["src"],
        {{"type", body["type"].get<std::string>() + "_ok"}, {"in_reply_to", body["msg_id"]}});
  }

  void act(std::int64_t at) {
    if (left_ == 0) return;
    --left_;
    for (std::uint64_t i = below(3); i > 0; --i) {
      if (below(12) == 0) {
        say("nobody", {{"type", "b"}, {"msg_id", 1}});
      } else {
        say(ids_[below(ids_.size())], {{"type", below(2) == 0 ? "a" : "b"}, {"value", left_}});
      }
    }
    const std::uint64_t when = below(6);
    if (when == 0) wake_ = at;
    if (when == 1) wake_ = std::max<std::int64_t>(at - ms, 0);
    if (when == 2) wake_ = at + 3 * ms;
    if (when > 3) wake_ = (at / (10 * ms) + 1) * 10 * ms;
  }

  void mix(const std::string& text) {
    for (const char c : text) state_ = (state_ ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  std::uint64_t below(std::uint64_t end) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return (state_ >> 33U) % end;
  }
  void say(const std::string& to, const json& body) const {
    std::cout << json{{"src", id_}, {"dest", to}, {"body", body}}.dump() << '\n';
  }

  std::string id_;
  std::vector<std::string> ids_;
  std::uint64_t state_ = 0;
  std::uint64_t read_ = 0;
  std::uint64_t left_ = 0;  ///< number of further actions of the node
  json wake_;
  json asked_;  ///< request that the node will answer later; null if there is none
};

}  // namespace

int main() {
  Restless node;
  for (std::string line; std::getline(std::cin, line);) node.take(json::parse(line));
  return 0;
}
