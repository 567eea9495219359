// Small random histories of the workload `kafka` against the nine rules of
// docs/reference/checkers.md, applied word by word. The author had not read the checker, nor
// kafka_oracle_test.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "common/check/check.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;

enum class Kind { send, poll, commit, list };
enum class End { acknowledged, failed, silent, unclear, in_vain };

struct Operation {
  Kind kind = Kind::send;
  End end = End::acknowledged;
  int client = 0;
  int node = 0;
  std::int64_t requested = 0;
  std::int64_t answered = 0;     ///< time of the answer, if there is one
  std::string key{};             ///< key of a `send`
  json message{};                ///< message of a `send`
  bool has_number_keys = false;  ///< the request names its keys as numbers, not as text
  /// A `poll`: the offset from which it reads each key. A `commit`: the offset of each key. A `list`
  /// has the keys only.
  std::map<std::string, int> offsets{};
  json result{};  ///< content of an acknowledged answer: `offset`, `msgs` or `offsets`
  json other{};   ///< the answer of an operation that failed or is `unclear`
  bool took_effect = false;
  std::int64_t effect = 0;  ///< time at which the simulated system executes it
};

struct Case {
  std::vector<Operation> operations;  ///< in the order of their requests
  std::set<int> down;
  std::set<int> ended;
  bool no_exit = false;  ///< the goal that no node ends by itself
  bool accepts_uncommitted = false;
};

// ---- The rules.

using Entry = std::pair<std::int64_t, json>;  ///< an offset and a message

bool is_before(const Operation& a, const Operation& b) {
  const bool has_answer = a.end != End::silent && a.end != End::in_vain;
  return has_answer && a.answered < b.requested;
}

bool is_acknowledged(const Operation& one, Kind kind) {
  return one.kind == kind && one.end == End::acknowledged;
}

bool may_have_happened(const Operation& one, Kind kind) {
  return one.kind == kind && one.end != End::failed;
}

bool is_entry(const json& value) {
  return value.is_array() && value.size() == 2 && value[0].is_number_integer();
}

bool has_form(const Operation& one) {
  if (one.kind == Kind::send) return one.result.is_number_integer();
  if (one.kind != Kind::poll) return true;
  return one.result.is_object() && std::ranges::all_of(one.result, [](const json& log) {
           return log.is_array() && std::ranges::all_of(log, is_entry);
         });
}

/// What an acknowledged poll returned of a key. Empty if it returned nothing of that key.
std::vector<Entry> entries_of(const Operation& poll, const std::string& key) {
  std::vector<Entry> out;
  if (!poll.result.contains(key)) return out;
  for (const json& entry : poll.result[key])
    out.emplace_back(entry[0].get<std::int64_t>(), entry[1]);
  return out;
}

class Rules {
 public:
  explicit Rules(const Case& history) : case_(history), all_(history.operations) {}

  [[nodiscard]] bool allow() {
    for (const Operation& one : all_) {
      if (one.end == End::acknowledged && !has_form(one)) return false;  // rule 1
    }
    for (const std::string& key : keys()) {
      collect_known(key);
      if (!has_one_message_per_offset() || !has_few_offsets(key)) return false;
      if (!polls_fit(key) || !sends_ascend(key) || !commits_fit(key)) return false;
    }
    return last_polls_are_complete();
  }

 private:
  std::set<std::string> keys() const {
    std::set<std::string> out;
    for (const Operation& one : all_) {
      if (one.kind == Kind::send) out.insert(one.key);
      for (const auto& [key, offset] : one.offsets) out.insert(key);
      if (!is_acknowledged(one, Kind::poll)) continue;
      for (const auto& [key, log] : one.result.items()) out.insert(key);
    }
    return out;
  }

  void collect_known(const std::string& key) {
    known_.clear();
    for (const Operation& one : all_) {
      if (is_acknowledged(one, Kind::send) && one.key == key) {
        known_.emplace_back(one.result.get<std::int64_t>(), one.message);
      }
      if (!is_acknowledged(one, Kind::poll)) continue;
      for (const Entry& entry : entries_of(one, key)) known_.push_back(entry);
    }
  }

  bool has_one_message_per_offset() const {  // rule 2
    for (const auto& [offset, message] : known_) {
      for (const auto& [same, other] : known_) {
        if (offset == same && message != other) return false;
      }
    }
    return true;
  }

  int count_of_sends(const std::string& key, const json& message) const {
    return static_cast<int>(std::ranges::count_if(all_, [&](const Operation& one) {
      return may_have_happened(one, Kind::send) && one.key == key && one.message == message;
    }));
  }

  bool has_few_offsets(const std::string& key) const {  // rule 3
    for (const Entry& entry : known_) {
      std::set<std::int64_t> offsets;
      for (const auto& [offset, message] : known_) {
        if (message == entry.second) offsets.insert(offset);
      }
      if (static_cast<int>(offsets.size()) > count_of_sends(key, entry.second)) return false;
    }
    return true;
  }

  bool polls_fit(const std::string& key) const {
    for (const Operation& one : all_) {
      if (!is_acknowledged(one, Kind::poll)) continue;
      const std::vector<Entry> entries = entries_of(one, key);
      for (const auto& [offset, message] : entries) {
        if (count_of_sends(key, message) == 0) return false;  // rule 4
      }
      if (entries.empty() || !one.offsets.contains(key)) continue;
      for (std::size_t i = 1; i < entries.size(); ++i) {  // rule 5
        if (entries[i].first <= entries[i - 1].first) return false;
      }
      const int from = one.offsets.at(key);
      if (entries.front().first < from) return false;
      for (const auto& [offset, message] : known_) {
        if (offset < from || offset > entries.back().first) continue;
        const bool returned = std::ranges::any_of(
            entries, [&, &at = offset](const Entry& entry) { return entry.first == at; });
        if (!returned) return false;
      }
    }
    return true;
  }

  bool sends_ascend(const std::string& key) const {  // rule 6
    std::map<int, Operation> last;
    for (const Operation& one : all_) {
      if (!is_acknowledged(one, Kind::send) || one.key != key) continue;
      if (last.contains(one.client) && is_before(last[one.client], one) &&
          last[one.client].result >= one.result) {
        return false;
      }
      last[one.client] = one;
    }
    return true;
  }

  bool last_polls_are_complete() const {  // rule 7
    const bool any = std::ranges::any_of(
        all_, [](const Operation& one) { return is_acknowledged(one, Kind::send); });
    if (!any) return true;
    std::map<int, Operation> last;
    for (const Operation& one : all_) {
      if (one.kind == Kind::poll) last[one.node] = one;
    }
    for (const auto& [node, poll] : last) {
      if (case_.down.contains(node) || case_.ended.contains(node)) continue;
      if (poll.end == End::in_vain) continue;
      if (poll.end != End::acknowledged) return false;
      for (const Operation& send : all_) {
        if (!is_acknowledged(send, Kind::send) || !is_before(send, poll)) continue;
        if (!poll.offsets.contains(send.key)) continue;
        if (send.result.get<std::int64_t>() < poll.offsets.at(send.key)) continue;
        const std::vector<Entry> entries = entries_of(poll, send.key);
        const bool returned = std::ranges::any_of(entries, [&](const Entry& entry) {
          return entry.first == send.result.get<std::int64_t>() && entry.second == send.message;
        });
        if (!returned) return false;
      }
    }
    return true;
  }

  bool commits_fit(const std::string& key) const {
    for (const Operation& list : all_) {
      if (!is_acknowledged(list, Kind::list) || !list.offsets.contains(key)) continue;
      std::optional<json> listed;
      if (list.result.is_object() && list.result.contains(key)) listed = list.result[key];
      if (listed && listed->is_null()) listed.reset();    // null counts as nothing
      if (listed && !is_committed(key, *listed, list)) {  // rule 8
        if (!case_.accepts_uncommitted || !listed->is_number_integer()) return false;
        continue;  // no rule excludes an accepted answer
      }
      if (!is_recent(key, listed, list)) return false;
    }
    return true;
  }

  bool may_be_in(const Operation& commit, const Operation& list) const {
    return may_have_happened(commit, Kind::commit) && commit.requested <= list.answered;
  }

  bool is_committed(const std::string& key, const json& offset, const Operation& list) const {
    return std::ranges::any_of(all_, [&](const Operation& one) {
      return may_be_in(one, list) && one.offsets.contains(key) &&
             json(one.offsets.at(key)) == offset;
    });
  }

  bool is_recent(const std::string& key, const std::optional<json>& listed,
                 const Operation& list) const {  // rule 9
    for (const Operation& higher : all_) {
      if (!is_acknowledged(higher, Kind::commit) || !higher.offsets.contains(key)) continue;
      if (!is_before(higher, list)) continue;
      if (!listed) return false;
      if (*listed >= json(higher.offsets.at(key))) continue;
      const bool later = std::ranges::any_of(all_, [&](const Operation& lower) {
        const bool commits_it =
            lower.offsets.contains(key) && json(lower.offsets.at(key)) == *listed;
        return may_be_in(lower, list) && commits_it && may_come_after(lower, higher);
      });
      if (!later) return false;
    }
    return true;
  }

  /// An open commit may take effect after every other operation.
  static bool may_come_after(const Operation& lower, const Operation& higher) {
    return lower.end != End::acknowledged || !is_before(lower, higher);
  }

  const Case& case_;
  const std::vector<Operation>& all_;
  std::vector<Entry> known_;  ///< what is known of the key that is looked at
};

bool is_allowed(const Case& history) {
  if (history.no_exit && !history.ended.empty()) return false;
  return Rules(history).allow();
}

bool is_judged(const Case& history) {
  return std::ranges::any_of(history.operations,
                             [](const Operation& one) { return one.end == End::acknowledged; });
}

// ---- Random histories: a correct system executes random operations, then some answers are changed.

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Case random_case() {
    Case out;
    out.no_exit = below(2) == 0;
    out.accepts_uncommitted = below(3) == 0;
    const int profile = below(3);
    std::array<std::int64_t, 3> free = {0, 0, 0};  ///< when each client may request again
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

  /// The message that the simulated system has at an offset, if its `send` was acknowledged.
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

// ---- Conversion to a history.

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
