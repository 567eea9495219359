// Compares the checker with a second implementation, on random histories of one register with many
// `cas` operations and few values. The second implementation follows all pairs that are possible:
// the operations that have taken effect, and the value after them. It shares no code with the
// checker, and does not use the checker's rules to reduce states.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "common/systems/check/check.hpp"
#include "test/oracle/check/verdict_counts.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;

constexpr int missing = -1;

enum class Type : std::uint8_t { read, write, cas };
enum class Answer : std::uint8_t { good, not_there, other_value, none };

struct Operation {
  Type type = Type::read;
  int from = 0;
  int to = 0;  ///< the value that a read returned, or that a write or a cas sets
  std::int64_t begin = 0;
  std::int64_t end = 0;
  Answer answer = Answer::none;
};

/// Returns the value after the operation. Returns nullopt if the operation's answer does not fit
/// the value before.
std::optional<int> after(const Operation& one, int value) {
  const bool is_missing = value == missing;
  const Answer right = is_missing && one.type != Type::write        ? Answer::not_there
                       : one.type == Type::cas && value != one.from ? Answer::other_value
                                                                    : Answer::good;
  if (one.answer != Answer::none && one.answer != right) return std::nullopt;
  if (right != Answer::good) return value;
  if (one.type == Type::read) {
    return one.answer == Answer::none || one.to == value ? std::optional(value) : std::nullopt;
  }
  return one.to;
}

bool is_linearizable(const std::vector<Operation>& all) {
  std::uint32_t answered = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].answer != Answer::none) answered |= 1U << i;
  }
  std::set<std::pair<std::uint32_t, int>> seen{{0, missing}};
  std::vector<std::pair<std::uint32_t, int>> left{{0, missing}};
  while (!left.empty()) {
    const auto [done, value] = left.back();
    left.pop_back();
    if ((done & answered) == answered) return true;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((done & 1U << i) != 0) continue;
      const bool waits = std::ranges::any_of(all, [&, done = done](const Operation& other) {
        const auto j = static_cast<std::size_t>(&other - all.data());
        return other.answer != Answer::none && (done & 1U << j) == 0 && other.end < all[i].begin;
      });
      if (waits) continue;
      const auto next = after(all[i], value);
      if (next && seen.emplace(done | 1U << i, *next).second)
        left.emplace_back(done | 1U << i, *next);
    }
  }
  return false;
}

class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  std::vector<Operation> make() {
    constexpr int most = 12;
    const int count = pick(2, most);
    const int values = pick(1, 3);
    const int cas = pick(20, 90);
    const int width = pick(1, most);  // number of operations that overlap
    std::vector<Operation> out(static_cast<std::size_t>(count));
    std::vector<std::pair<std::int64_t, std::size_t>> points;
    for (std::size_t i = 0; i < out.size(); ++i) {
      Operation& one = out[i];
      one.type = pick(1, 100) <= cas ? Type::cas : pick(0, 2) == 0 ? Type::read : Type::write;
      one.from = pick(1, values);
      one.to = pick(1, values);
      const auto point = static_cast<std::int64_t>(1000 * i + 500);
      one.begin = std::max<std::int64_t>(0, point - pick(1, 1000 * width));
      one.end = point + pick(1, 1000 * width);
      points.emplace_back(point, i);
    }
    int value = missing;
    for (const auto& [point, i] : points) value = perform(out[i], value);
    if (pick(0, 1) == 0) spoil(out[static_cast<std::size_t>(pick(0, count - 1))], values);
    std::ranges::stable_sort(out, {}, &Operation::begin);
    return out;
  }

 private:
  int pick(int least, int most) { return std::uniform_int_distribution<int>(least, most)(random_); }

  /// Executes the operation on the value, and returns the new value. Some operations get no answer.
  /// Some operations without an answer have no effect.
  int perform(Operation& one, int value) {
    Operation open = one;
    open.answer = Answer::none;
    const int next = one.type == Type::read ? value : *after(open, value);
    one.answer = value == missing && one.type != Type::write  ? Answer::not_there
                 : one.type == Type::cas && value != one.from ? Answer::other_value
                                                              : Answer::good;
    if (one.type == Type::read && value != missing) one.to = value;
    if (pick(1, 8) > 1) return next;
    one.answer = Answer::none;
    return pick(0, 1) == 0 ? value : next;
  }

  void spoil(Operation& one, int values) {
    if (one.answer == Answer::none) return;
    if (one.type == Type::read && one.answer == Answer::good) {
      one.to = pick(1, values);
    } else if (one.type == Type::cas) {
      one.answer = one.answer == Answer::good ? Answer::other_value : Answer::good;
    }
  }

  std::mt19937_64 random_;
};

json body_of(const Operation& one) {
  json out{{"type", "read"}, {"key", 1}};
  if (one.type == Type::write) out.update({{"type", "write"}, {"value", one.to}});
  if (one.type == Type::cas) out.update({{"type", "cas"}, {"from", one.from}, {"to", one.to}});
  return out;
}

json response_of(const Operation& one) {
  if (one.answer == Answer::not_there) return {{"type", "error"}, {"code", 20}};
  if (one.answer == Answer::other_value) return {{"type", "error"}, {"code", 22}};
  json out{{"type", body_of(one)["type"].get<std::string>() + "_ok"}};
  if (one.type == Type::read) out["value"] = one.to;
  return out;
}

History history_of(const std::vector<Operation>& all) {
  History out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Call call{"c" + std::to_string(i), "n0", all[i].begin, body_of(all[i])};
    if (all[i].answer != Answer::none) {
      call.returned = all[i].end;
      call.response = response_of(all[i]);
    }
    out.calls.push_back(std::move(call));
  }
  return out;
}

TEST(RegisterOracle, TheSameVerdictAsAllReachableStates) {
  std::map<bool, int> seen;
  test::VerdictCounts counts("lin-kv, one register with cas");
  const test::Seeds seeds = test::seeds({1, 4000});
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    const std::vector<Operation> all = Maker(seed).make();
    const bool right = is_linearizable(all);
    const Judgement found = judge({.checker = systems::Checker::lin_kv}, history_of(all));
    ++seen[right];
    counts.count(found.violated.empty() == right && found.undecided.empty());
    ASSERT_EQ(found.violated.empty(), right)
        << "seed " << seed << " " << (found.violated.empty() ? "" : found.violated.front());
    ASSERT_EQ(found.undecided, "");
  }
  EXPECT_GT(seen[true], 0);
  EXPECT_GT(seen[false], 0);
}

}  // namespace
}  // namespace ldfi::check
