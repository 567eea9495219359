// What the dynamic program of count_fault_sets.cpp knows of the fault sets it counts, up to a tick.
// Private to common/faults.
#pragma once

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>

#include "common/faults/kinds.hpp"

namespace ldfi {

/// How many faults of each kind there were so far, with the present ones. Of crashes, those of the
/// nodes that have crashed by now.
struct SpentFaults {
  KindMap<int> kinds;
  bool operator==(const SpentFaults&) const = default;
  template <class Kind>
  [[nodiscard]] int& of() {
    return kinds.of<Kind>();
  }
  [[nodiscard]] int all() const {
    return std::accumulate(kinds.values.begin(), kinds.values.end(), 0);
  }
  /// True if there are no more of any kind than that.
  [[nodiscard]] bool within(const KindMap<int>& most) const {
    return std::ranges::equal(kinds.values, most.values, std::less_equal<>());
  }
  /// Adds the costs of so many nodes; a negative number takes them back.
  void add(const SpentFaults& costs, int number) {
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
      kinds.values[kind] += costs.kinds.values[kind] * number;
    }
  }
};

struct CountedState {
  std::u16string nodes;  ///< how many, by class, life, side, and what happens to their disks
  /// 0: no partition; else 1 + its Way; with given sets: 1 + the cut's number.
  std::size_t cut = 0;
  SpentFaults spent;
  bool operator==(const CountedState&) const = default;

  struct Hash {
    std::size_t operator()(const CountedState& state) const {
      std::size_t out = std::hash<std::u16string>{}(state.nodes);
      boost::hash_combine(out, state.cut);
      for (std::size_t kind = 0; kind < kind_count; ++kind) {
        if (kind != index_of<Crash>) boost::hash_combine(out, state.spent.kinds.values[kind]);
      }
      return out;
    }
  };
};

}  // namespace ldfi
