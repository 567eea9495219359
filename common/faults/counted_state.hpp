// The state of the dynamic program in count_fault_sets.cpp. It contains what must be known about
// the faults so far to count the faults at later ticks. Private to common/faults.
#pragma once

#include <algorithm>
#include <boost/container_hash/hash.hpp>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <variant>

#include "common/base/big_int.hpp"
#include "common/faults/kinds.hpp"
#include "common/faults/members.hpp"

namespace ldfi {

/// For each kind, the number of faults that have begun so far. A crash counts from the tick of the
/// crash on.
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
  /// Returns true if the number of faults of each kind is within its limit.
  [[nodiscard]] bool within(const KindMap<int>& most) const {
    return std::ranges::equal(kinds.values, most.values, std::less_equal<>());
  }
  /// Adds the faults `costs` for each of `number` nodes. A negative number subtracts them.
  void add(const SpentFaults& costs, int number) {
    for (std::size_t kind = 0; kind < kind_count; ++kind) {
      kinds.values[kind] += costs.kinds.values[kind] * number;
    }
  }
};

/// The number of kinds whose faults hit disks, or hit the messages of one tick.
inline constexpr std::size_t count_of_hit_kinds = [] {
  std::size_t out = 0;
  each_kind([&out]<class Kind>(Kind*) {
    if (Kind::place == Place::disk || AtOneTick<Kind>) ++out;
  });
  return out;
}();

/// Distributes faults over the `free` messages of one tick, except omissions. For each kind,
/// chooses how many messages its faults hit. Calls action(spent, sets, free) for each choice. The
/// arguments are the faults so far, the number of fault sets, and the number of messages that no
/// fault hits.
template <std::size_t kind = kind_count, class Action>
void each_number_of_hits(SpentFaults spent, const KindMap<int>& most, BigInt sets,
                         std::uint64_t free, const Action& action) {
  if constexpr (kind == 0) {
    action(spent, sets, free);
  } else {
    using Kind = std::variant_alternative_t<kind - 1, Fault>;
    if constexpr (AtOneTick<Kind> && !std::same_as<Kind, Omission>) {
      for (std::uint64_t j = 0; j <= free && spent.within(most); ++j, ++spent.of<Kind>()) {
        if (j > 0) sets = sets * (free - j + 1) / j;
        each_number_of_hits<kind - 1>(spent, most, sets, free - j, action);
      }
    } else {
      each_number_of_hits<kind - 1>(spent, most, std::move(sets), free, action);
    }
  }
}

struct CountedState {
  std::u16string nodes;  ///< number of nodes for each class, life, side, and state of their disks
  /// 0 if there is no partition. Otherwise 1 + the direction (Way) of the partition or, if the
  /// Fspec lists the sets of nodes, 1 + the index of the cut.
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
