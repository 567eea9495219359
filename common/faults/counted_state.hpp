// What the dynamic program of count_fault_sets.cpp knows of the fault sets it counts, up to a tick.
// Private to common/faults.
#pragma once

#include <boost/container_hash/hash.hpp>
#include <cstddef>
#include <functional>
#include <string>

namespace ldfi {

/// How many faults of each kind there were so far, with the present ones.
struct SpentFaults {
  int gone = 0;  ///< nodes
  int restarts = 0;
  int partitions = 0;
  int pauses = 0;
  int writes = 0;   ///< failed ones
  int deaths = 0;   ///< of disks
  int backs = 0;    ///< buffers that were written back
  int damages = 0;  ///< corruptions
  bool operator==(const SpentFaults&) const = default;
  [[nodiscard]] int all() const {
    return gone + restarts + partitions + pauses + writes + deaths + backs + damages;
  }
  /// Adds the costs of so many nodes; a negative number takes them back.
  void add(const SpentFaults& costs, int number) {
    gone += costs.gone * number;
    restarts += costs.restarts * number;
    partitions += costs.partitions * number;
    pauses += costs.pauses * number;
    writes += costs.writes * number;
    deaths += costs.deaths * number;
    backs += costs.backs * number;
    damages += costs.damages * number;
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
      const SpentFaults& s = state.spent;
      for (const int part : {static_cast<int>(state.cut), s.restarts, s.partitions, s.pauses,
                             s.writes, s.deaths, s.backs, s.damages}) {
        boost::hash_combine(out, part);
      }
      return out;
    }
  };
};

}  // namespace ldfi
