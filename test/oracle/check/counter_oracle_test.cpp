// Compares the checker `counter` with an implementation that tries which of the unanswered adds
// took effect, on small random histories. Written from docs/reference/checkers.md.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

#include "common/systems/check/check.hpp"
#include "test/oracle/check/verdict_counts.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;

enum class End { acknowledged, failed, open, unknown_error };

struct Add {
  int delta = 0;
  End end = End::acknowledged;
};

struct Read {
  int node = 0;
  bool answered = true;
  int value = 0;
};

struct Case {
  std::vector<Add> adds;
  std::vector<Read> reads;  ///< sorted by the times of the requests
  std::set<int> down;
};

/// Returns true if the last reads fulfil the rules of docs/reference/checkers.md.
bool allowed(const Case& history) {
  std::vector<int> open;
  int sum = 0;
  bool any = false;
  for (const Add& one : history.adds) {
    if (one.end == End::acknowledged) sum += one.delta;
    any = any || one.end == End::acknowledged;
    if (one.end == End::open || one.end == End::unknown_error) open.push_back(one.delta);
  }
  std::set<int> possible;
  for (unsigned chosen = 0; chosen < 1U << open.size(); ++chosen) {
    int value = sum;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if ((chosen >> i & 1U) != 0) value += open[i];
    }
    possible.insert(value);
  }
  std::map<int, Read> last;
  for (const Read& one : history.reads) last[one.node] = one;
  std::set<int> values;
  for (const auto& [node, one] : last) {
    if (history.down.contains(node)) continue;
    if (!one.answered && any) return false;
    if (!one.answered) continue;
    if (!possible.contains(one.value)) return false;
    values.insert(one.value);
  }
  return !any || values.size() < 2;
}

Case random_case(std::mt19937_64& random) {
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  Case out;
  int sum = 0;
  for (int left = below(6); left > 0; --left) {
    Add one{below(13) - 4, End::acknowledged};
    if (const int what = below(6); what > 1) one.end = static_cast<End>(what % 4);
    const bool counts = one.end == End::acknowledged || (one.end != End::failed && below(2) == 0);
    if (counts) sum += one.delta;
    out.adds.push_back(one);
  }
  for (int left = 1 + below(3); left > 0; --left) {
    const int slip = below(5) == 0 ? below(5) - 2 : 0;
    out.reads.push_back({below(2), below(10) > 0, sum + slip});
  }
  if (below(8) == 0) out.down.insert(below(2));
  return out;
}

History history_of(const Case& from) {
  History out;
  std::int64_t at = 0;
  const auto add = [&](const std::string& node, const json& body, const json& answer) {
    Call call{"c1", node, at, body};
    if (!answer.is_null()) call.returned = at + 1;
    call.response = answer;
    at += 2;
    out.calls.push_back(call);
  };
  for (const Add& one : from.adds) {
    json answer;
    if (one.end == End::acknowledged) answer = {{"type", "add_ok"}};
    if (one.end == End::failed) answer = {{"type", "error"}, {"code", 11}};
    if (one.end == End::unknown_error) answer = {{"type", "error"}, {"code", 13}};
    add("n0", {{"type", "add"}, {"delta", one.delta}}, answer);
  }
  for (const Read& one : from.reads) {
    json answer;
    if (one.answered) answer = {{"type", "read_ok"}, {"value", one.value}};
    add("n" + std::to_string(one.node), {{"type", "read"}}, answer);
  }
  for (const int node : from.down) out.down.insert("n" + std::to_string(node));
  return out;
}

TEST(Counter, IsASumOfSomeSubset) {
  std::map<bool, int> seen;
  test::VerdictCounts counts("counter");
  const test::Seeds seeds = test::seeds({1, 500});
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    std::mt19937_64 random(seed);
    const Case one = random_case(random);
    const Judgement found = judge({.checker = systems::Checker::counter}, history_of(one));
    const bool right = allowed(one);
    ++seen[right];
    counts.count(found.violated.empty() == right && found.undecided.empty());
    ASSERT_EQ(found.violated.empty(), right)
        << "seed " << seed << " " << (found.violated.empty() ? "" : found.violated.front());
    ASSERT_EQ(found.undecided, "");
  }
  EXPECT_GT(seen[true], 100);
  EXPECT_GT(seen[false], 100);
}

}  // namespace
}  // namespace ldfi::check
