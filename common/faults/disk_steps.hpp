// Counts all ways in which the disks of one node can change from one tick to the next. Only three
// properties of each kind of fault matter: what it hits, how long it lasts, and which kinds exclude
// each other. Private to common/faults.
//
// A disk holds one relation. Disks that may have the same kinds of faults are of the same sort. A
// state says how many disks of each sort have which lasting faults.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "common/base/big_int.hpp"
#include "common/base/meter.hpp"
#include "common/faults/counted_state.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

class DiskSteps {
 public:
  struct Step {
    std::size_t to = 0;   ///< number of the state at the next tick
    SpentFaults costs{};  ///< for each kind, the number of faults that begin at the next tick
    BigInt ways = 1;
  };
  /// Computes the steps of a node that has all disks of the Fspec. Throws BudgetExceeded if there
  /// are too many steps. Exceptions of `meter` pass through.
  DiskSteps(const Fspec& fspec, Meter& meter);

  /// Returns the number of states. State 0 is the state without faults.
  [[nodiscard]] std::size_t states() const { return steps_.size(); }
  /// Returns the steps from a state. `works` is true if the node runs at the next tick, because
  /// only then disks may have faults other than permanent ones. `dies` is true if permanent faults
  /// may begin at the next tick.
  [[nodiscard]] const std::vector<Step>& of(std::size_t state, bool works, bool dies) const {
    return steps_[state][(works ? 2U : 0U) + (dies ? 1U : 0U)];
  }

 private:
  /// A set of kinds of faults: one bit for each kind, at the kind's index.
  using Kinds = std::uint32_t;
  /// One disk of a sort, with the lasting faults that the disk has.
  struct One {
    std::size_t sort = 0;
    Kinds on = 0;
    auto operator<=>(const One&) const = default;
  };
  using State = std::vector<One>;  ///< the disks of one node, sorted
  /// For each state and each number of faults of each kind, the number of ways in which both are
  /// reached at the next tick.
  using Sums = std::map<std::pair<State, KindMap<int>>, BigInt>;

  void add_sorts();
  void add_steps(std::size_t state, bool works, bool dies);
  void add_disk(const Sums& sums, One disk, bool works, bool dies, Sums& out) const;
  [[nodiscard]] bool within(const State& state, const KindMap<int>& costs) const;
  /// Returns the number of the state, and adds the state if it is new.
  std::size_t number_of(const State& state);

  /// Largest number of states, and largest number of steps from one state.
  static constexpr std::size_t most = 2000;

  const Fspec& fspec_;
  Meter& meter_;
  KindMap<int> most_;  ///< largest number of faults of each kind in a fault set
  /// For each sort of disks, the sets of kinds of faults that a disk may have at one tick.
  std::vector<std::vector<Kinds>> sorts_;
  State start_;
  std::vector<State> states_;
  std::map<State, std::size_t> numbers_;
  std::vector<std::array<std::vector<Step>, 4>> steps_;
};

/// Returns the number of sets of dead disks. Sets in which a disk dies at different ticks are
/// different.
[[nodiscard]] BigInt number_of_dead_disk_sets(const Fspec& fspec);
/// Returns the binomial coefficient n choose k.
[[nodiscard]] BigInt binomial(int n, int k);

}  // namespace ldfi
