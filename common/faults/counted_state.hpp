// The state of the dynamic program of count_fault_sets.cpp: all that matters later about fault
// sets up to a tick. Private to common/faults.
#pragma once

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>

#include "common/faults/kinds.hpp"

namespace ldfi {

/// The number of faults of each kind that have begun up to the present tick. Crashes are counted
/// from the tick of the crash on.
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
  /// True if no number exceeds the limit of its kind.
  [[nodiscard]] bool within(const KindMap<int>& most) const {
    return std::ranges::equal(kinds.values, most.values, std::less_equal<>());
  }
  /// Adds the costs of `number` nodes. A negative number subtracts costs.
  void add(const SpentFaults& costs, int number) {
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
      kinds.values[kind] += costs.kinds.values[kind] * number;
    }
  }
};

struct CountedState {
  std::u16string nodes;  ///< number of nodes by class, life, side, and state of their disks
  /// 0 without a partition; else 1 + the Way of the partition, or, if the Fspec lists the sets of
  /// nodes, 1 + the index of the cut.
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
