// Compares the checker `txn` with brute force, on small random histories of transactions on lists,
// on registers and on both. An isolation level allows a history if some order of the transactions,
// of their beginnings and ends, or of states explains every read. For read-uncommitted, it is an
// order of writes. Brute force shares no code with the checker.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "common/systems/check/check.hpp"
#include "test/oracle/check/transaction_cases.hpp"
#include "test/oracle/check/verdict_counts.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::check {
namespace {

using namespace test;
using systems::Consistency;

/// Executes the transaction on `state`, without other transactions in between. Returns false if a
/// read has another result in the history.
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

/// Calls `good` with every order of the transactions, for every choice of the unanswered
/// transactions that took effect. Returns true if `good` does.
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

/// Returns the part of a read's result that other transactions wrote. Returns nullopt if the read
/// returned the last value that its own transaction wrote to a register.
std::optional<List> external(const Case& history, const Txn& one, std::size_t place) {
  const Op& read = one.ops[place];
  List own;
  for (std::size_t i = 0; i < place; ++i) {
    if (one.ops[i].key != read.key || one.ops[i].kind == 'r') continue;
    if (history.registered(read.key)) own.clear();
    own.push_back(one.ops[i].value);
  }
  if (own.empty() || read.read.size() < own.size()) return read.read;
  const auto rest = static_cast<std::ptrdiff_t>(read.read.size() - own.size());
  if (!std::equal(own.begin(), own.end(), read.read.begin() + rest)) return read.read;
  if (history.registered(read.key)) return std::nullopt;
  return List(read.read.begin(), read.read.begin() + rest);
}

/// Calls `use` for each read of a committed transaction whose result other transactions wrote: with
/// the transaction, the key and the result.
void each_external(const Case& history,
                   const std::function<void(const Txn&, int key, const List&)>& use) {
  for (const Txn& one : history.all) {
    if (one.end != End::committed) continue;
    for (std::size_t i = 0; i < one.ops.size(); ++i) {
      if (one.ops[i].kind != 'r') continue;
      if (const auto list = external(history, one, i)) use(one, one.ops[i].key, *list);
    }
  }
}

/// Returns true if each read of values of other transactions fits some state that committed
/// transactions had left before [CROOKS17 §4].
bool read_committed(const Case& history) {
  return in_some_order(history, [&](const std::vector<int>& order) {
    std::vector<State> states(1);
    for (const int i : order) {
      const Txn& one = at(history, i);
      for (std::size_t k = 0; k < one.ops.size() && one.end == End::committed; ++k) {
        if (one.ops[k].kind != 'r') continue;
        const auto read = external(history, one, k);
        const bool any = !read || std::ranges::any_of(states, [&](State& old) {
          return old[one.ops[k].key] == *read;
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

/// Returns the index of the transaction that wrote the value to the key, or -1.
int writer_of(const Case& history, int key, int value) {
  for (int i = 0; i < static_cast<int>(history.all.size()); ++i) {
    for (const Op& op : at(history, i).ops) {
      if (op.kind != 'r' && op.key == key && op.value == value) return i;
    }
  }
  return -1;
}

/// Returns the longest list that was read for a key. Returns nullopt if another list is not a
/// prefix of it.
std::optional<List> longest_list(const Case& history, int key) {
  std::vector<List> all;
  each_external(history, [&](const Txn&, int of, const List& list) {
    if (of == key) all.push_back(list);
  });
  List longest;
  for (const List& one : all) {
    if (one.size() > longest.size()) longest = one;
  }
  for (const List& one : all) {
    if (!std::equal(one.begin(), one.end(), longest.begin())) return std::nullopt;
  }
  return longest;
}

/// Returns true if three conditions hold. Every value that was read was written. No list has a
/// value twice. Some order of the transactions that took effect appends to each list in the order
/// of the longest list that was read.
bool read_uncommitted(const Case& history) {
  std::set<int> effective;
  for (int i = 0; i < static_cast<int>(history.all.size()); ++i) {
    if (at(history, i).end == End::committed) effective.insert(i);
  }
  bool fits = true;
  each_external(history, [&](const Txn&, int key, const List& list) {
    for (const int value : list) {
      const int writer = writer_of(history, key, value);
      fits = fits && writer >= 0;
      if (writer >= 0 && at(history, writer).end == End::open) effective.insert(writer);
    }
  });
  for (const Txn& one : history.all) {
    if (one.end != End::committed) continue;
    for (const Op& op : one.ops) {
      fits = fits && std::set(op.read.begin(), op.read.end()).size() == op.read.size();
    }
  }
  std::vector<std::pair<int, int>> pairs;
  for (int key = 0; key < static_cast<int>(history.is_register.size()); ++key) {
    if (history.registered(key)) continue;
    const auto longest = longest_list(history, key);
    if (!longest) continue;
    std::vector<int> chain;
    for (const int value : *longest) {
      const int writer = writer_of(history, key, value);
      if (effective.contains(writer)) chain.push_back(writer);
    }
    for (const int i : effective) {
      for (const Op& op : at(history, i).ops) {
        if (op.kind == 'r' || op.key != key || std::ranges::count(*longest, op.value) > 0) continue;
        if (!chain.empty()) pairs.emplace_back(chain.back(), i);
      }
    }
    for (std::size_t i = 1; i < chain.size(); ++i) pairs.emplace_back(chain[i - 1], chain[i]);
  }
  std::vector<int> order(effective.begin(), effective.end());
  do {
    const auto place = [&](int one) { return std::ranges::find(order, one) - order.begin(); };
    const bool good = std::ranges::all_of(
        pairs, [&](const auto& pair) { return place(pair.first) <= place(pair.second); });
    if (good) return fits;
  } while (std::ranges::next_permutation(order).found);
  return false;
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

/// Returns true if the history fits snapshot isolation. For this, each transaction has a beginning
/// and an end. It must read the state at its beginning. No transaction that wrote one of its keys
/// may end in between.
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

Judgement judged(const Case& history, Consistency promised) {
  return judge({.checker = systems::Checker::txn, .consistency = promised}, history_of(history));
}

using Allowed = std::function<bool(const Case&)>;
const std::vector<std::pair<Consistency, Allowed>> promises{
    {Consistency::read_uncommitted, read_uncommitted},
    {Consistency::read_committed, read_committed},
    {Consistency::snapshot_isolation, snapshot_isolated},
    {Consistency::serializable, [](const Case& one) { return serializable(one, false); }},
    {Consistency::strict_serializable, [](const Case& one) { return serializable(one, true); }}};

/// Compares the checker's verdict with brute force for each level and history, and expects that
/// right and wrong histories are both frequent.
void compare(Kinds kinds, const std::string& name) {
  test::VerdictCounts counts("txn, " + name);
  std::map<std::pair<Consistency, bool>, int> seen;
  const test::Seeds seeds = test::seeds({1, 500});
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    const Case one = random_case(seed, kinds);
    bool agrees = true;
    for (const auto& [promise, allowed] : promises) {
      const Judgement found = judged(one, promise);
      const bool right = allowed(one);
      agrees = agrees && found.violated.empty() == right && found.undecided.empty();
      EXPECT_EQ(found.violated.empty(), right)
          << "seed " << seed << ", consistency " << static_cast<int>(promise) << "\n"
          << text(one) << (found.violated.empty() ? "" : found.violated.front());
      EXPECT_EQ(found.undecided, "");
      ++seen[{promise, right}];
    }
    counts.count(agrees);
    if (::testing::Test::HasFailure() && !test::keeps_going()) return;
  }
  for (const auto& [promise, allowed] : promises) {
    for (const bool right : {true, false}) {
      EXPECT_GT((seen[{promise, right}]), 15)
          << "consistency " << static_cast<int>(promise) << ", " << right;
    }
  }
}

TEST(Transactions, ListsAreJudgedAsBruteForceJudgesThem) {
  compare(Kinds::lists, "lists");
}

TEST(Transactions, RegistersAreJudgedAsBruteForceJudgesThem) {
  compare(Kinds::registers, "registers");
}

TEST(Transactions, BothTogetherAreJudgedAsBruteForceJudgesThem) {
  compare(Kinds::both, "lists and registers");
}

}  // namespace
}  // namespace ldfi::check
