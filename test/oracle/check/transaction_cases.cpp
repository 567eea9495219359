#include "test/oracle/check/transaction_cases.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <random>
#include <utility>

namespace ldfi::test {
namespace {

using nlohmann::json;

class RandomCase {
 public:
  explicit RandomCase(std::uint64_t seed) : random_(seed) {}

  Case make(Kinds kinds) {
    const int keys = kinds == Kinds::both ? 2 : 1 + below(2);
    for (int key = 0; key < keys; ++key) {
      out_.is_register.push_back(kinds == Kinds::registers || (kinds == Kinds::both && key == 0));
    }
    const bool observed = below(2) == 0;
    const int count = 2 + below(below(8) == 0 ? 3 : 2);
    for (int i = 0; i < count; ++i) out_.all.push_back(transaction(keys));
    if (observed) {
      out_.all.push_back({{}, End::committed, 20, 21});
      for (int key = 0; key < keys; ++key) out_.all.back().ops.push_back({'r', key});
    }
    for (std::size_t i = 0; i < out_.all.size(); ++i) {
      read(out_.all[i], observed && i + 1 == out_.all.size());
    }
    return std::move(out_);
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  Txn transaction(int keys) {
    Txn one;
    one.end = below(8) == 0 ? End::aborted : below(8) == 0 ? End::open : End::committed;
    one.begin = below(8);
    one.over = one.begin + 1 + below(6);
    for (int left = 1 + below(3); left > 0; --left) {
      const int key = below(keys);
      if (below(2) == 0) {
        one.ops.push_back({'r', key});
        continue;
      }
      one.ops.push_back({out_.registered(key) ? 'w' : 'a', key, ++value_});
      List& all = order_[key];
      const bool seen = one.end == End::committed ? below(12) > 0 : below(3) == 0;
      if (seen) all.insert(below(3) == 0 ? all.begin() : all.end(), value_);
    }
    return one;
  }

  void read(Txn& one, bool all) {
    State own;
    for (Op& op : one.ops) {
      const List& now = order_[op.key];
      if (op.kind != 'r') {
        if (out_.registered(op.key)) own[op.key].clear();
        own[op.key].push_back(op.value);
        continue;
      }
      const auto length = static_cast<int>(now.size());
      const int upto = all ? length : below(length + 1);
      out_.registered(op.key) ? read_register(op, upto, own) : read_list(one, op, upto, own);
    }
  }

  void read_register(Op& op, int upto, const State& own) {
    const List& now = order_[op.key];
    op.read = upto == 0 ? List() : List{now[static_cast<std::size_t>(upto - 1)]};
    if (own.contains(op.key) && below(8) > 0) op.read = own.at(op.key);
    if (below(60) == 0) op.read = {99};
  }

  void read_list(const Txn& one, Op& op, int upto, State& own) {
    for (int i = 0; i < upto; ++i) {
      const int element = order_[op.key][static_cast<std::size_t>(i)];
      const bool mine = std::ranges::any_of(
          one.ops, [&](const Op& other) { return other.kind == 'a' && other.value == element; });
      if (mine && below(8) > 0) break;
      op.read.push_back(element);
    }
    if (below(30) == 0) return;
    for (const int mine : own[op.key]) {
      if (std::ranges::count(op.read, mine) == 0 || below(30) == 0) op.read.push_back(mine);
    }
    if (below(60) == 0) op.read.push_back(99);
  }

  std::mt19937_64 random_;
  Case out_;
  State order_;  ///< for each key, its values in an order in which they may be read
  int value_ = 0;
};

json value_of(const Case& history, const Op& op, bool answer) {
  if (op.kind != 'r') return op.value;
  if (!answer) return nullptr;
  if (history.registered(op.key)) return op.read.empty() ? json() : json(op.read.front());
  return op.read;
}

}  // namespace

Case random_case(std::uint64_t seed, Kinds kinds) {
  return RandomCase(seed).make(kinds);
}

check::History history_of(const Case& from) {
  check::History out;
  for (const Txn& one : from.all) {
    check::Call call{"c1", "n0", one.begin};
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

std::string text(const Case& history) {
  std::string out;
  for (const check::Call& call : history_of(history).calls) {
    out += call.body.json().dump() + " " + call.response.json().dump() + " " +
           std::to_string(call.invoked) + "\n";
  }
  return out;
}

}  // namespace ldfi::test
