// Compares the checker of the workload `kafka` with the nine rules of docs/reference/checkers.md,
// which log_rules.hpp applies word by word, on small random histories. Its author had not read the
// checker or kafka_oracle_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "common/systems/check/check.hpp"
#include "test/oracle/check/log_rules.hpp"
#include "test/oracle/check/verdict_counts.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::check {
namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Case random_case() {
    Case out;
    out.no_exit = below(2) == 0;
    out.accepts_uncommitted = below(3) == 0;
    const int profile = below(3);
    /// Time from which each client may send its next request.
    std::array<std::int64_t, 3> free = {0, 0, 0};
    std::int64_t at = below(2);
    for (int left = below(9); left > 0; --left) {
      Operation one = random_operation(profile);
      std::int64_t& mine = free[static_cast<std::size_t>(one.client)];
      at = std::max(at, mine);
      one.requested = at;
      one.answered = at + below(5);
      one.effect = at + below(static_cast<int>(one.answered - at) + 1);
      if (one.end != End::acknowledged) one.effect = at + below(20);
      mine = one.answered + 1 + below(2);
      at += below(3);
      out.operations.push_back(one);
    }
    execute(out);
    for (int left = below(3); left > 0; --left) change_something(out);
    if (below(10) == 0) out.down.insert(below(2));
    if (below(16) == 0) out.ended.insert(below(2));
    return out;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  json one_of(const json& list) { return list[random_() % list.size()]; }
  std::string random_key() { return below(3) == 0 ? "1" : "0"; }

  json random_message() {
    static const json messages =
        json::parse(R"([1, 1.0, "1", {"a": 1, "b": 2}, {"b": 2.0, "a": 1}])");
    if (below(4) == 0) return one_of(messages);
    if (below(4) == 0) return 7;
    return next_message_++;
  }

  Operation random_operation(int profile) {
    Operation one;
    const bool commits = profile == 0 || (profile == 1 && below(2) == 0);
    if (commits) one.kind = below(2) == 0 ? Kind::commit : Kind::list;
    if (!commits) one.kind = below(5) < 3 ? Kind::send : Kind::poll;
    if (const int what = below(20); what < 6)
      one.end = what < 5 ? static_cast<End>(what) : End::unclear;
    one.client = below(3);
    one.has_number_keys = below(6) == 0;
    one.node = below(2);
    one.took_effect = one.end == End::acknowledged || (one.end != End::failed && below(2) == 0);
    one.other = random_answer(one.end);
    if (one.kind == Kind::send) {
      one.key = random_key();
      one.message = random_message();
      return one;
    }
    const int highest = one.kind == Kind::commit ? 2 : 1;
    const int from = one.kind == Kind::poll && below(4) > 0 ? 0 : below(highest + 1);
    if (below(12) > 0) one.offsets[random_key()] = from;
    if (below(2) == 0) one.offsets[random_key()] = below(highest + 1);
    return one;
  }

  json random_answer(End end) {
    static const json failures = json::parse("[1, 10, 11, 12, 14, 20, 21, 22, 30, 999, -1]");
    static const json unclear = json::parse(R"([
        {"type": "error", "code": 0}, {"type": "error", "code": 13}, {"type": "error"},
        {"type": "error", "code": "11"}, {"type": "error", "code": 11.5},
        {"type": "error", "code": null}, {"type": "generate_ok"}, {"type": "ok", "code": 11},
        {"code": 11}])");
    if (end != End::failed) return one_of(unclear);
    return {{"type", "error"}, {"code", one_of(failures)}};
  }

  void execute(Case& history) {
    std::vector<Operation*> order;
    for (Operation& one : history.operations) {
      if (one.took_effect) order.push_back(&one);
    }
    std::ranges::stable_sort(order, {}, [](const Operation* one) { return one->effect; });
    const bool keeps_highest = below(2) == 0;
    const int gap = below(4) == 0 ? 2 : 1;
    std::map<std::string, std::vector<Entry>> logs;
    std::map<std::string, int> committed;
    for (Operation* one : order) {
      if (one->kind == Kind::send) {
        std::vector<Entry>& log = logs[one->key];
        one->result = log.empty() ? 0 : log.back().first + 1 + below(gap);
        log.emplace_back(one->result.get<std::int64_t>(), one->message);
      } else {
        if (one->kind != Kind::commit) one->result = json::object();
        for (const auto& [key, offset] : one->offsets) {
          if (one->kind == Kind::poll) one->result[key] = read(logs[key], offset);
          if (one->kind == Kind::commit) {
            const bool keeps = keeps_highest && committed.contains(key);
            committed[key] = keeps ? std::max(committed[key], offset) : offset;
          }
          if (one->kind == Kind::list && committed.contains(key)) one->result[key] = committed[key];
        }
      }
    }
  }

  json read(const std::vector<Entry>& log, int from) {
    json out = json::array();
    const int most = below(8) == 0 ? below(3) : 8;
    for (const auto& [offset, message] : log) {
      if (offset < from || static_cast<int>(out.size()) == most) continue;
      out.push_back(json::array({offset, message}));
    }
    return out;
  }

  void change_something(Case& history) {
    if (history.operations.empty()) return;
    Operation& one = history.operations[random_() % history.operations.size()];
    if (below(8) == 0) {
      one.end = static_cast<End>(below(5));
      one.other = random_answer(one.end);
      return;
    }
    if (one.end != End::acknowledged) return;
    if (one.kind == Kind::send) change_offset(one.result);
    if (one.kind == Kind::poll) change_poll(history, one);
    if (one.kind == Kind::list) change_list(one);
  }

  void change_offset(json& offset) {
    static const json wrong = json::parse(R"([null, "0", 1.5, [0], true])");
    if (below(8) == 0) {
      offset = one_of(wrong);
    } else if (offset.is_number_integer()) {
      offset = std::max<std::int64_t>(0, offset.get<std::int64_t>() + below(4) - 2);
    }
  }

  void change_poll(const Case& history, Operation& one) {
    static const json wrong = json::parse(R"([null, [], "x", {"0": null}, {"0": {}}, {"0": 1},
        {"0": [1]}, {"0": [[]]}, {"0": [[0]]}, {"0": [[0, 1, 2]]}, {"0": [["0", 1]]},
        {"0": [[1.5, 1]]}, {"0": [[null, 1]]}, {"0": [{"0": 1}]}])");
    if (below(8) == 0 || !one.result.is_object()) {
      one.result = one_of(wrong);
      return;
    }
    const std::string key = random_key();
    if (below(6) == 0 && !one.offsets.contains(key)) {
      one.result[key] = json::array();
      const int from = below(2);
      for (int offset = from + below(3); offset >= from; --offset) {
        one.result[key].insert(one.result[key].begin(),
                               json::array({offset, message_of(history, key, offset)}));
      }
    }
    if (!one.result.contains(key)) return;
    json& log = one.result[key];
    if (!log.is_array()) return;
    if (log.empty()) {
      if (below(2) == 0) one.result.erase(key);
      return;
    }
    const std::size_t place = random_() % log.size();
    if (!is_entry(log[place])) return;
    switch (below(5)) {
      case 0:
        log.erase(place);
        break;
      case 1:
        log.push_back(json(log[place]));
        break;
      case 2:
        std::swap(log[place], log[0]);
        break;
      case 3:
        log[place][1] = random_message();
        break;
      default:
        change_offset(log[place][0]);
    }
  }

  /// Returns the message that the simulated system has stored at an offset, if its `send` was
  /// acknowledged.
  json message_of(const Case& history, const std::string& key, int offset) {
    for (const Operation& one : history.operations) {
      if (one.kind == Kind::send && one.key == key && one.result == json(offset))
        return one.message;
    }
    return random_message();
  }

  void change_list(Operation& one) {
    static const json wrong = json::parse(R"([null, [], "x", {}, 1])");
    if (below(8) == 0 || !one.result.is_object()) {
      one.result = one_of(wrong);
      return;
    }
    const std::string key = random_key();
    if (below(3) == 0) one.result.erase(key);
    if (below(3) == 0) one.result[key] = below(4);
    if (one.result.contains(key)) change_offset(one.result[key]);
  }

  std::mt19937_64 random_;
  int next_message_ = 100;
};

// ---- Conversion to a history of the checker.

json key_of(const Operation& one, const std::string& key) {
  return one.has_number_keys ? json(std::stoi(key)) : json(key);
}

json request_of(const Operation& one) {
  if (one.kind == Kind::send) {
    return {{"type", "send"}, {"key", key_of(one, one.key)}, {"msg", one.message}};
  }
  if (one.kind == Kind::list) {
    json keys = json::array();
    for (const auto& [key, offset] : one.offsets) keys.push_back(key_of(one, key));
    return {{"type", "list_committed_offsets"}, {"keys", keys}};
  }
  json offsets = json::object();
  for (const auto& [key, offset] : one.offsets) offsets[key] = offset;
  return {{"type", one.kind == Kind::poll ? "poll" : "commit_offsets"}, {"offsets", offsets}};
}

json answer_of(const Operation& one, const std::string& type) {
  if (one.end != End::acknowledged) return one.other;
  json out = {{"type", type + "_ok"}};
  if (one.kind == Kind::send) out["offset"] = one.result;
  if (one.kind == Kind::poll) out["msgs"] = one.result;
  if (one.kind == Kind::list) out["offsets"] = one.result;
  return out;
}

History history_of(const Case& from) {
  History out;
  for (const Operation& one : from.operations) {
    const json request = request_of(one);
    Call call{"c" + std::to_string(one.client), "n" + std::to_string(one.node), one.requested,
              request};
    call.in_vain = one.end == End::in_vain;
    if (one.end != End::silent && one.end != End::in_vain) {
      call.returned = one.answered;
      call.response = answer_of(one, request["type"].get<std::string>());
    }
    out.calls.push_back(call);
  }
  for (const int node : from.down) out.down.insert("n" + std::to_string(node));
  for (const int node : from.ended) out.ended.insert("n" + std::to_string(node));
  return out;
}

std::string text_of(const Case& one, const Judgement& found) {
  const History history = history_of(one);
  std::string out = one.no_exit ? "no_exit " : "";
  out += one.accepts_uncommitted ? "uncommitted-offset\n" : "\n";
  for (const Call& call : history.calls) {
    out += call.client + " " + call.node + " " + std::to_string(call.invoked) + " ";
    out += call.body.json().dump() + " -> ";
    if (call.returned) out += std::to_string(*call.returned) + " " + call.response.json().dump();
    out += call.in_vain ? "in vain\n" : "\n";
  }
  for (const std::string& node : history.down) out += node + " is down\n";
  for (const std::string& node : history.ended) out += node + " has ended\n";
  for (const std::string& text : found.violated) out += "violated: " + text + "\n";
  return out;
}

TEST(LogOracle, FollowsTheNineRules) {
  std::map<bool, int> allowed;
  std::map<bool, int> judged;
  test::VerdictCounts counts("kafka, nine rules");
  const test::Seeds seeds = test::seeds({1, 500});
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    const Case one = Generator(seed).random_case();
    systems::Goals goals{.checker = systems::Checker::kafka, .no_exit = one.no_exit};
    goals.accept.uncommitted_offset = one.accepts_uncommitted;
    const Judgement found = judge(goals, history_of(one));
    ++allowed[is_allowed(one)];
    ++judged[is_judged(one)];
    const bool agrees = found.violated.empty() == is_allowed(one) &&
                        found.judged == is_judged(one) && found.undecided.empty();
    counts.count(agrees);
    EXPECT_TRUE(agrees) << "seed " << seed << " " << text_of(one, found);
    if (!agrees && !test::keeps_going()) return;
  }
  if (seeds.count < 500) return;
  EXPECT_GT(allowed[true], 100);
  EXPECT_GT(allowed[false], 100);
  EXPECT_GT(judged[true], 100);
  EXPECT_GT(judged[false], 20);
}

}  // namespace
}  // namespace ldfi::check
