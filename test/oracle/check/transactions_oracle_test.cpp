// Small random histories of transactions. What a promise allows is found by trying: a serial order, an
// order of beginnings and ends, or an order of states, in which every read is what it was. Nothing here
// knows of dependencies.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <random>

#include "common/check/check.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;
using systems::Consistency;
using List = std::vector<int>;
using State = std::map<int, List>;  ///< by key; a register is a list with one value

struct Op {
  char kind = 'r';
  int key = 0;
  int value = 0;
  List read{};
};

enum class End { committed, aborted, open };

struct Txn {
  std::vector<Op> ops;
  End end = End::committed;
  int begin = 0;
  int over = 0;
};

struct Case {
  std::vector<Txn> all;
  bool registers = false;
};

/// Runs it alone. False if a read is another than it was.
bool runs(const Txn& one, State& state) {
  for (const Op& op : one.ops) {
    List& now = state[op.key];
    if (op.kind == 'r') {
      if (one.end == End::committed && now != op.read) return false;
    } else if (op.kind == 'w') {
      now = {op.value};
    } else {
      now.push_back(op.value);
    }
  }
  return true;
}

/// Calls `good` with each choice of those that happened, in each order.
bool in_some_order(const Case& history, const std::function<bool(const std::vector<int>&)>& good) {
  std::vector<int> open;
  std::vector<int> committed;
  for (int i = 0; i < static_cast<int>(history.all.size()); ++i) {
    if (history.all[static_cast<std::size_t>(i)].end == End::open) open.push_back(i);
    if (history.all[static_cast<std::size_t>(i)].end == End::committed) committed.push_back(i);
  }
  for (unsigned chosen = 0; chosen < 1U << open.size(); ++chosen) {
    std::vector<int> order = committed;
    for (std::size_t i = 0; i < open.size(); ++i) {
      if ((chosen >> i & 1U) != 0) order.push_back(open[i]);
    }
    std::ranges::sort(order);
    do {
      if (good(order)) return true;
    } while (std::ranges::next_permutation(order).found);
  }
  return false;
}

const Txn& at(const Case& history, int i) {
  return history.all[static_cast<std::size_t>(i)];
}

bool serializable(const Case& history, bool strict) {
  return in_some_order(history, [&](const std::vector<int>& order) {
    State state;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (!runs(at(history, order[i]), state)) return false;
      for (std::size_t j = 0; strict && j < i; ++j) {
        const Txn& now = at(history, order[i]);
        if (now.end == End::committed && now.over < at(history, order[j]).begin) return false;
      }
    }
    return true;
  });
}

/// Each read is of some state before the transaction, and of what it did itself [CROOKS17 §4].
bool read_committed(const Case& history) {
  return in_some_order(history, [&](const std::vector<int>& order) {
    std::vector<State> states(1);
    for (const int i : order) {
      const Txn& one = at(history, i);
      for (std::size_t k = 0; k < one.ops.size() && one.end == End::committed; ++k) {
        if (one.ops[k].kind != 'r') continue;
        const bool any = std::ranges::any_of(states, [&](const State& old) {
          Txn until;
          for (std::size_t j = 0; j <= k; ++j) {
            if (j == k || one.ops[j].kind != 'r') until.ops.push_back(one.ops[j]);
          }
          State state = old;
          return runs(until, state);
        });
        if (!any) return false;
      }
      State next = states.back();
      Txn blind = one;
      blind.end = End::open;
      runs(blind, next);
      states.push_back(next);
    }
    return true;
  });
}

std::vector<int> written(const Txn& one) {
  std::vector<int> out;
  for (const Op& op : one.ops) {
    if (op.kind != 'r') out.push_back(op.key);
  }
  return out;
}

bool overlap(const Txn& one, const Txn& other) {
  const auto keys = written(other);
  return std::ranges::any_of(written(one),
                             [&](int key) { return std::ranges::count(keys, key) > 0; });
}

/// In each order of ends, each begins somewhere before it ends: it reads the state there, and nobody
/// who wrote one of its keys ended in between.
bool snapshot_isolated(const Case& history) {
  return in_some_order(history, [&](const std::vector<int>& order) {
    std::vector<State> states(1);
    for (std::size_t end = 0; end < order.size(); ++end) {
      const Txn& one = at(history, order[end]);
      bool any = false;
      for (std::size_t begin = 0; begin <= end && !any; ++begin) {
        bool alone = true;
        for (std::size_t k = begin; k < end; ++k) {
          alone = alone && !overlap(one, at(history, order[k]));
        }
        State seen = states[begin];
        any = alone && runs(one, seen);
      }
      if (!any) return false;
      State next = states.back();
      Txn blind = one;
      blind.end = End::open;
      runs(blind, next);
      states.push_back(next);
    }
    return true;
  });
}

/// Reads are of any prefix, or of any value; mostly of late ones, so that some of it is right.
Case random_case(std::mt19937_64& random, bool registers) {
  Case out;
  out.registers = registers;
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const int count = 2 + below(2);
  const int keys = 1 + below(2);
  State order;
  int value = 0;
  for (int i = 0; i < count; ++i) {
    Txn one;
    one.end = below(8) == 0 ? End::aborted : below(8) == 0 ? End::open : End::committed;
    one.begin = below(8);
    one.over = one.begin + 1 + below(6);
    for (int left = 1 + below(3); left > 0; --left) {
      const int key = below(keys);
      if (below(2) == 0) {
        one.ops.push_back({'r', key});
      } else {
        one.ops.push_back({registers ? 'w' : 'a', key, ++value});
        List& all = order[key];
        const bool seen = one.end == End::committed ? below(12) > 0 : below(3) == 0;
        if (seen) all.insert(below(3) == 0 ? all.begin() : all.end(), value);
      }
    }
    out.all.push_back(one);
  }
  Txn observer{{}, End::committed, 20, 21};
  for (int key = 0; key < keys; ++key) observer.ops.push_back({'r', key});
  out.all.push_back(observer);
  for (Txn& one : out.all) {
    State own;
    for (Op& op : one.ops) {
      const List& all = order[op.key];
      if (op.kind != 'r') {
        if (registers) own[op.key].clear();
        own[op.key].push_back(op.value);
        continue;
      }
      const bool last = &one == &out.all.back();
      const auto length = static_cast<int>(all.size());
      const int upto = last ? length : below(length + 1);
      if (registers) {
        op.read = upto == 0 ? List() : List{all[static_cast<std::size_t>(upto - 1)]};
        if (own.contains(op.key) && below(10) > 0) op.read = own[op.key];
        continue;
      }
      for (int i = 0; i < upto; ++i) {
        const int element = all[static_cast<std::size_t>(i)];
        const bool mine = std::ranges::any_of(
            one.ops, [&](const Op& other) { return other.kind == 'a' && other.value == element; });
        if (mine && below(10) > 0) break;
        op.read.push_back(element);
      }
      for (const int mine : own[op.key]) {
        if (std::ranges::count(op.read, mine) == 0) op.read.push_back(mine);
      }
    }
  }
  return out;
}

json value_of(const Case& history, const Op& op, bool answer) {
  if (op.kind != 'r') return op.value;
  if (!answer) return nullptr;
  if (history.registers) return op.read.empty() ? json() : json(op.read.front());
  return op.read;
}

History history_of(const Case& from) {
  History out;
  for (const Txn& one : from.all) {
    Call call{"c1", "n0", one.begin};
    json asked{{"type", "txn"}, {"txn", json::array()}};
    json answer{{"type", "txn_ok"}, {"txn", json::array()}};
    for (const Op& op : one.ops) {
      const char* const kind = op.kind == 'r' ? "r" : op.kind == 'w' ? "w" : "append";
      asked["txn"].push_back(json::array({kind, op.key, value_of(from, op, false)}));
      answer["txn"].push_back(json::array({kind, op.key, value_of(from, op, true)}));
    }
    call.body = asked;
    if (one.end != End::open) call.returned = one.over;
    if (one.end == End::aborted) answer = {{"type", "error"}, {"code", 30}};
    call.response = one.end == End::open ? json() : answer;
    out.calls.push_back(call);
  }
  return out;
}

Judgement judged(const Case& history, Consistency promised) {
  return judge({.checker = systems::Checker::txn, .consistency = promised}, history_of(history));
}

std::string text(const Case& history) {
  std::string out;
  for (const Call& call : history_of(history).calls) {
    out += call.body.json().dump() + " " + call.response.json().dump() + " " +
           std::to_string(call.invoked) + "\n";
  }
  return out;
}

using Allowed = std::function<bool(const Case&)>;
const std::vector<std::pair<Consistency, Allowed>> promises{
    {Consistency::read_committed, read_committed},
    {Consistency::snapshot_isolation, snapshot_isolated},
    {Consistency::serializable, [](const Case& one) { return serializable(one, false); }},
    {Consistency::strict_serializable, [](const Case& one) { return serializable(one, true); }}};

TEST(Transactions, ListsAreJudgedAsBruteForceJudgesThem) {
  std::map<std::pair<Consistency, bool>, int> seen;
  const test::Seeds seeds = test::seeds({1, 3000});
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    std::mt19937_64 random(seed);
    const Case one = random_case(random, false);
    for (const auto& [promise, allowed] : promises) {
      const Judgement found = judged(one, promise);
      const bool right = allowed(one);
      EXPECT_EQ(found.violated.empty(), right)
          << "seed " << seed << ", consistency " << static_cast<int>(promise) << "\n"
          << text(one) << (found.violated.empty() ? "" : found.violated.front());
      EXPECT_EQ(found.undecided, "");
      ++seen[{promise, right}];
    }
    if (::testing::Test::HasFailure()) return;
  }
  for (const auto& [promise, allowed] : promises) {
    for (const bool right : {true, false}) EXPECT_GT((seen[{promise, right}]), 100);
  }
}

TEST(Transactions, OfRegistersNothingIsAViolationThatBruteForceExplains) {
  std::map<std::pair<Consistency, bool>, int> seen;
  std::map<Consistency, int> found_out;
  const test::Seeds seeds = test::seeds({1, 3000});
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    std::mt19937_64 random(seed);
    const Case one = random_case(random, true);
    for (const auto& [promise, allowed] : promises) {
      const Judgement found = judged(one, promise);
      const bool right = allowed(one);
      EXPECT_TRUE(!right || found.violated.empty())
          << "seed " << seed << ", consistency " << static_cast<int>(promise) << "\n"
          << text(one) << (found.violated.empty() ? "" : found.violated.front());
      ++seen[{promise, right}];
      if (!found.violated.empty()) ++found_out[promise];
    }
    if (::testing::Test::HasFailure()) return;
  }
  for (const auto& [promise, allowed] : promises) {
    EXPECT_GT((seen[{promise, true}]), 100);
    EXPECT_GT(found_out[promise] * 2, (seen[{promise, false}])) << "too few are found";
  }
}

}  // namespace
}  // namespace ldfi::check
