// A node of a distributed system that ldfi-farm can run in virtual time, and Maelstrom in real time.
//
//   ldfi::Node node;
//   node.on("echo", [&](const json& m) {
//     node.reply(m, {{"type", "echo_ok"}, {"echo", m["body"]["echo"]}});
//   });
//   return node.run();
//
// Rules for ldfi-farm: do nothing but in handlers, ask now() for the time and random() for chance, and
// let `state` return all that later behaviour depends on (docs/reference/node-protocol.md#rules-of-ldfi1). Needs nlohmann/json.
#pragma once

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace ldfi {

using nlohmann::json;

inline constexpr std::int64_t ms = 1'000'000;

class Node {
 public:
  std::function<json()> state;    ///< without it fewer faults can be ruled out
  std::function<void()> reset;    ///< forgets all; without it each execution needs new processes
  std::function<void()> started;  ///< called once id() and ids() are known

  using Handler = std::function<void(const json& message)>;
  void on(const std::string& type, Handler handler) { handlers_[type] = std::move(handler); }

  [[nodiscard]] const std::string& id() const { return id_; }
  [[nodiscard]] const std::vector<std::string>& ids() const { return ids_; }
  [[nodiscard]] std::int64_t now() const { return now_; }

  /// Splitmix64, from the seed of the execution and the name of the node.
  std::uint64_t random() {
    std::uint64_t z = chance_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  void send(const std::string& dest, const json& body) { say(body.dump(), json(dest).dump()); }
  void reply(const json& message, json body) {
    body["in_reply_to"] = message["body"]["msg_id"];
    send(message["src"], body);
  }
  /// Calls `function` in so many nanoseconds. `name` stands for it in the state. Returns what
  /// cancel() takes.
  std::uint64_t after(std::int64_t delay, const std::string& name, std::function<void()> function) {
    timers_.emplace(std::pair(now_ + delay, ++order_), Timer{name, std::move(function)});
    return order_;
  }
  void cancel(std::uint64_t timer) {
    std::erase_if(timers_, [timer](const auto& one) { return one.first.second == timer; });
  }

  /// Sends a request. Calls done(body) with the answer, or done(null) if there is none within so many
  /// nanoseconds; 0: it is waited for for ever.
  void rpc(const std::string& dest, json body, std::int64_t timeout,
           std::function<void(const json& body)> done) {
    const std::uint64_t number = ++asked_;
    calls_[number] = {dest + " " + body.dump(), std::move(done)};
    body["msg_id"] = number;
    send(dest, body);
    if (timeout > 0) {
      after(timeout, "rpc " + std::to_string(number), [this, number] { answer(number, nullptr); });
    }
  }

  /// Until stdin ends.
  int run() {
    for (std::string input;;) {
      for (std::size_t end; (end = input.find('\n')) != input.npos; input.erase(0, end + 1)) {
        if (!take(json::parse(input.substr(0, end))) || !flush()) return 0;
      }
      if (!extended_ && !timers_.empty()) {
        const std::int64_t left = timers_.begin()->first.first - clock();
        pollfd in{0, POLLIN, 0};
        if (::poll(&in, 1, static_cast<int>(left <= 0 ? 0 : left / ms + 1)) == 0) {
          now_ = clock();
          fire();
          if (!flush()) return 0;
          continue;
        }
      }
      char bytes[65536];
      const ssize_t got = ::read(0, bytes, sizeof bytes);
      if (got <= 0) return 0;
      input.append(bytes, static_cast<std::size_t>(got));
    }
  }

 private:
  struct Timer {
    std::string name;
    std::function<void()> function;
  };

  struct Call {
    std::string what;
    std::function<void(const json&)> done;
  };

  static std::int64_t clock() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  }
  static std::uint64_t mix(const std::string& text, std::uint64_t hash) {
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
    return hash;
  }

  bool take(const json& message) {
    const json& body = message["body"];
    const std::string type = body["type"];
    const bool farm = message["src"] == "$farm";
    ++read_;
    now_ = message.contains("at") ? std::max(now_, message["at"].get<std::int64_t>()) : clock();
    if (farm && type == "bye") return false;
    if (farm && type == "reset") {
      timers_.clear();
      calls_.clear();
      now_ = 0;
      order_ = 0;
      asked_ = 0;
      if (reset) reset();
    } else if (type == "init") {
      init(message, body);
    } else if (!farm && body.contains("in_reply_to")) {
      answer(body["in_reply_to"], body);
    } else if (const auto handler = handlers_.find(type); !farm && handler != handlers_.end()) {
      handler->second(message);
    } else if (!farm && body.contains("msg_id")) {
      reply(message, {{"type", "error"}, {"code", 10}, {"text", "there is no " + type}});
    }
    if (!extended_) return true;
    fire();
    const std::string wake =
        timers_.empty() ? "null" : std::to_string(timers_.begin()->first.first);
    const std::string hashed = state ? '"' + hash() + '"' : "null";
    say(R"({"n":)" + std::to_string(read_) + R"(,"state":)" + hashed + R"(,"type":"done","wake":)" +
            wake + "}",
        R"("$farm")");
    return true;
  }

  /// Both are JSON.
  void say(const std::string& body, const std::string& dest) {
    output_ += R"({"body":)";
    output_ += body;
    output_ += R"(,"dest":)";
    output_ += dest;
    output_ += R"(,"src":)";
    output_ += quoted_id_;
    output_ += "}\n";
  }

  void answer(std::uint64_t number, const json& body) {
    const auto call = calls_.extract(number);
    if (!call.empty()) call.mapped().done(body);
  }

  void init(const json& message, const json& body) {
    id_ = body["node_id"];
    quoted_id_ = json(id_).dump();
    ids_ = body["node_ids"].get<std::vector<std::string>>();
    json answer{{"type", "init_ok"}};
    extended_ = body.contains("ldfi");
    if (extended_) {
      chance_ = mix(body["ldfi"]["seed"].get<std::string>() + " " + id_, 1);
      answer["ldfi"] = {
          {"version", 1}, {"state", static_cast<bool>(state)}, {"reset", static_cast<bool>(reset)}};
    }
    reply(message, answer);
    if (started) started();
  }

  [[nodiscard]] std::string hash() const {
    std::string all = state().dump() + " " + std::to_string(chance_);
    for (const auto& [when, timer] : timers_) {
      all += " " + std::to_string(when.first) + " " + timer.name;
    }
    for (const auto& [number, call] : calls_) all += " " + call.what;
    return std::to_string(mix(all, 14695981039346656037U)) + " " + std::to_string(mix(all, 7));
  }

  void fire() {
    while (!timers_.empty() && timers_.begin()->first.first <= now_) {
      const Timer timer = timers_.extract(timers_.begin()).mapped();
      timer.function();
    }
  }

  bool flush() {
    for (std::size_t from = 0; from < output_.size();) {
      const ssize_t wrote = ::write(1, output_.data() + from, output_.size() - from);
      if (wrote <= 0) return false;
      from += static_cast<std::size_t>(wrote);
    }
    output_.clear();
    return true;
  }

  std::string id_;
  std::string quoted_id_ = "\"\"";  ///< as JSON
  std::vector<std::string> ids_;
  std::map<std::string, Handler> handlers_;
  std::map<std::pair<std::int64_t, std::uint64_t>, Timer> timers_;
  std::map<std::uint64_t, Call> calls_;  ///< by msg_id
  std::string output_;
  std::int64_t now_ = 0;
  std::uint64_t order_ = 0;
  std::uint64_t asked_ = 0;
  std::uint64_t read_ = 0;
  std::uint64_t chance_ = 0;
  bool extended_ = false;
};

}  // namespace ldfi
