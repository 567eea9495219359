// The possible facts of one relation at one tick, in the order in which they were found. Hash
// indexes find them by the columns that joins bind. Only for common/dedalus/ground and
// common/prove/forever.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <span>
#include <vector>

#include "common/dedalus/ground/store.hpp"

namespace ldfi::ground {

class Table {
 public:
  void add(FactId fact) { rows_.push_back(fact); }
  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  [[nodiscard]] FactId row(std::size_t i) const { return rows_[i]; }
  void clear();
  template <class Predicate>
  void erase(Predicate gone) {
    std::erase_if(rows_, gone);
    indexes_.clear();
  }

  /// Calls `visit(fact)` for the rows in [low, high) whose columns in `mask` equal `key`, until
  /// `visit` returns false. `mask` has bit c for column c, and `key` has one value for each of
  /// these columns, in order. Requires high ≤ size(). Rows that `visit` adds are not visited.
  template <class Visit>
  void match(const Store& store, std::uint64_t mask, std::span<const Value> key, std::size_t low,
             std::size_t high, Visit&& visit);

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr std::size_t scan_limit = 8;
  struct Index {
    std::uint64_t mask = 0;
    tsl::robin_map<std::uint64_t, std::uint32_t> first;
    std::vector<std::uint32_t> next;
  };
  static std::uint64_t mix(std::uint64_t h, Value v) {
    h = (h ^ static_cast<std::uint64_t>(v)) * 0x9E3779B97F4A7C15ULL;
    return h ^ (h >> 32);
  }
  static bool equal(std::span<const Value> tuple, std::uint64_t mask, std::span<const Value> key) {
    std::size_t k = 0;
    for (std::uint64_t rest = mask; rest != 0; rest &= rest - 1) {
      if (tuple[static_cast<std::size_t>(__builtin_ctzll(rest))] != key[k++]) return false;
    }
    return true;
  }
  Index& index(const Store& store, std::uint64_t mask);

  std::vector<FactId> rows_;
  std::vector<Index> indexes_;
};

template <class Visit>
void Table::match(const Store& store, std::uint64_t mask, std::span<const Value> key,
                  std::size_t low, std::size_t high, Visit&& visit) {
  if (mask == 0 || high - low <= scan_limit) {
    for (std::size_t i = low; i < high; ++i) {
      const FactId f = rows_[i];
      if (equal(store.tuple(f), mask, key) && !visit(f)) return;
    }
    return;
  }
  std::uint64_t h = 0;
  for (Value v : key) h = mix(h, v);
  const Index& idx = index(store, mask);
  const auto it = idx.first.find(h);
  // `visit` may add rows, which extends the index. New rows come first in their chain, so the rest
  // of the chain, which this loop follows, does not change.
  std::uint32_t i = it == idx.first.end() ? none : it->second;
  const std::size_t which = static_cast<std::size_t>(&idx - indexes_.data());
  while (i != none) {
    const std::uint32_t following = indexes_[which].next[i];
    const FactId f = rows_[i];
    if (i >= low && i < high && equal(store.tuple(f), mask, key) && !visit(f)) return;
    i = following;
  }
}

}  // namespace ldfi::ground
