// Compares the checker of the workloads `broadcast` and `set` with a second implementation of the
// three rules of docs/reference/checkers.md, on small random histories.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "common/systems/check/check.hpp"
#include "test/oracle/check/verdict_counts.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;

enum class Kind { add, read, topology };
enum class End { acknowledged, failed, silent, unclear, in_vain };

struct Operation {
  Kind kind = Kind::add;
  End end = End::acknowledged;
  int node = 0;
  std::int64_t at = 0;
  json value{};   ///< the value that an `add` adds
  json listed{};  ///< content of the answer, if the operation is an acknowledged `read`
  json other{};   ///< the answer of an operation that failed or is `unclear`
};

struct Case {
  bool broadcast = false;             ///< true for the workload `broadcast`, false for `set`
  std::vector<Operation> operations;  ///< sorted by the times of the requests
  std::set<int> down;
  std::set<int> ended;
  bool no_exit = false;  ///< true if the history must not have a node that ends by itself
};

/// Returns the values that a read returned. An answer that is not a list counts as an empty list.
std::vector<json> values_of(const Operation& read) {
  if (!read.listed.is_array()) return {};
  return read.listed.get<std::vector<json>>();
}

bool contains(const std::vector<json>& values, const json& value) {
  return std::ranges::find(values, value) != values.end();
}

bool is_judged(const Case& history) {
  return std::ranges::any_of(history.operations, [](const Operation& one) {
    return one.end == End::acknowledged && one.kind != Kind::topology;
  });
}

std::vector<Operation> last_reads(const Case& history) {
  std::map<int, Operation> last;
  for (const Operation& one : history.operations) {
    if (one.kind == Kind::read) last[one.node] = one;
  }
  std::vector<Operation> out;
  for (const auto& [node, one] : last) {
    const bool gone = history.down.contains(node) || history.ended.contains(node);
    if (!gone && one.end != End::in_vain) out.push_back(one);
  }
  return out;
}

bool is_allowed(const Case& history) {
  if (history.no_exit && !history.ended.empty()) return false;
  std::vector<json> acknowledged;
  std::vector<json> possible;
  for (const Operation& one : history.operations) {
    if (one.kind != Kind::add) continue;
    if (one.end == End::acknowledged) acknowledged.push_back(one.value);
    if (one.end != End::failed) possible.push_back(one.value);
  }
  for (const Operation& read : last_reads(history)) {
    if (read.end != End::acknowledged) {
      if (!acknowledged.empty()) return false;  // rule 1 of docs/reference/checkers.md
      continue;
    }
    const std::vector<json> listed = values_of(read);
    for (const json& value : acknowledged) {
      if (!contains(listed, value)) return false;  // rule 2
    }
    for (const json& value : listed) {
      if (!contains(possible, value)) return false;  // rule 3
    }
  }
  return true;
}

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Case random_case() {
    Case out;
    out.broadcast = below(2) == 0;
    out.no_exit = below(2) == 0;
    std::int64_t at = below(2);
    for (int left = below(9); left > 0; --left) {
      Operation one{random_kind(), random_end(), below(2), at};
      at += below(3);
      if (one.kind == Kind::add) one.value = random_value();
      one.other = random_answer(one.end);
      out.operations.push_back(one);
    }
    for (Operation& one : out.operations) {
      if (one.kind == Kind::read) one.listed = random_content(out);
    }
    if (below(8) == 0) out.down.insert(below(2));
    if (below(12) == 0) out.ended.insert(below(2));
    return out;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  std::size_t index_below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
  json one_of(const json& list) { return list[index_below(list.size())]; }

  Kind random_kind() {
    const int what = below(10);
    if (what == 0) return Kind::topology;
    return what < 6 ? Kind::add : Kind::read;
  }

  End random_end() {
    const int what = below(12);
    return what < 5 ? static_cast<End>(what) : End::acknowledged;
  }

  json random_value() {
    static const json values =
        json::parse(R"([1, 1.0, 2, 3, 4, "1", "a", true, [], [1], [1.0], 0, -1,
        false, null, 2.5, {"x": 1, "y": [2]}, {"y": [2.0], "x": 1.0}])");
    return below(2) == 0 ? values[index_below(5)] : one_of(values);
  }

  json random_answer(End end) {
    static const json failures = json::parse(R"([1, 10, 11, 14, 20, 22, 999, -1])");
    static const json unclear = json::parse(R"([
        {"type": "error", "code": 0}, {"type": "error", "code": 13}, {"type": "error"},
        {"type": "error", "code": "11"}, {"type": "error", "code": 11.5},
        {"type": "error", "code": null}, {"type": "generate_ok"}, {"type": "ok", "code": 11},
        {"code": 11}])");
    if (end != End::failed) return one_of(unclear);
    return {{"type", "error"}, {"code", one_of(failures)}};
  }

  /// Returns the content of a read: the acknowledged values and some other possible values, in
  /// random order. Sometimes one value is wrong.
  json random_content(const Case& history) {
    if (below(24) == 0) {
      static const json no_lists = json::parse(R"([null, "1", 1, {}, {"0": 1}])");
      return one_of(no_lists);
    }
    std::vector<json> values;
    for (const Operation& one : history.operations) {
      if (one.kind != Kind::add || (one.end == End::failed && below(8) > 0)) continue;
      const bool repeats = contains(values, one.value) && below(4) > 0;
      if (one.end == End::acknowledged ? !repeats : below(2) == 0) values.push_back(one.value);
    }
    std::ranges::shuffle(values, random_);
    if (below(10) == 0 && !values.empty()) values.pop_back();
    if (below(12) == 0) values.push_back(random_value());
    return values;
  }

  std::mt19937_64 random_;
};

json request_of(const Operation& one, bool broadcast) {
  if (one.kind == Kind::topology) return {{"type", "topology"}, {"topology", json::object()}};
  if (one.kind == Kind::read) return {{"type", "read"}};
  if (broadcast) return {{"type", "broadcast"}, {"message", one.value}};
  return {{"type", "add"}, {"element", one.value}};
}

History history_of(const Case& from) {
  History out;
  for (const Operation& one : from.operations) {
    const json request = request_of(one, from.broadcast);
    Call call{"c1", "n" + std::to_string(one.node), one.at, request};
    call.in_vain = one.end == End::in_vain;
    if (one.end != End::silent && one.end != End::in_vain) {
      json answer = one.other;
      if (one.end == End::acknowledged) {
        answer = {{"type", request["type"].get<std::string>() + "_ok"}};
        if (one.kind == Kind::read) answer[from.broadcast ? "messages" : "value"] = one.listed;
      }
      call.returned = one.at + 1;
      call.response = answer;
    }
    out.calls.push_back(call);
  }
  for (const int node : from.down) out.down.insert("n" + std::to_string(node));
  for (const int node : from.ended) out.ended.insert("n" + std::to_string(node));
  return out;
}

std::string text_of(const Case& one, const Judgement& found) {
  const History history = history_of(one);
  std::string out = one.no_exit ? "no_exit\n" : "\n";
  for (const Call& call : history.calls) {
    out += call.node + " " + call.body.json().dump() + " -> " + call.response.json().dump();
    out += call.in_vain ? " in vain\n" : "\n";
  }
  for (const std::string& node : history.down) out += node + " is down\n";
  for (const std::string& node : history.ended) out += node + " has ended\n";
  for (const std::string& text : found.violated) out += "violated: " + text + "\n";
  return out;
}

TEST(SetOracle, LastReadsContainWhatWasAcknowledged) {
  std::map<bool, int> allowed;
  std::map<bool, int> judged;
  test::VerdictCounts counts("set");
  const test::Seeds seeds = test::seeds({1, 500});
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    const Case one = Generator(seed).random_case();
    const systems::Goals goals{.checker = systems::Checker::set, .no_exit = one.no_exit};
    const Judgement found = judge(goals, history_of(one));
    ++allowed[is_allowed(one)];
    ++judged[is_judged(one)];
    const bool agrees = found.violated.empty() == is_allowed(one) &&
                        found.judged == is_judged(one) && found.undecided.empty();
    counts.count(agrees);
    EXPECT_TRUE(agrees) << "seed " << seed << text_of(one, found);
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
