// All that may happen to the disks of one node from one tick to the next, with the number of
// ways. The place and the span of each kind decide this, and which kinds exclude each other.
// Private to common/faults.
//
// A disk holds one relation. Disks that the same kinds of faults may hit are of the same sort. A
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
    SpentFaults costs{};  ///< faults that begin at the next tick
    BigInt ways = 1;
  };
  /// Computes the steps of a node that has the disks of the Fspec. Throws BudgetExceeded if there
  /// are too many steps; `meter` may throw BudgetExceeded, too.
  DiskSteps(const Fspec& fspec, Meter& meter);

  /// Returns the number of states. State 0 is the state without faults.
  [[nodiscard]] std::size_t states() const { return steps_.size(); }
  /// Returns the steps from a state. `works` is true if the node runs at the next tick, so that
  /// faults other than permanent ones may be active. `dies` is true if permanent faults may begin
  /// at the next tick.
  [[nodiscard]] const std::vector<Step>& of(std::size_t state, bool works, bool dies) const {
    return steps_[state][(works ? 2U : 0U) + (dies ? 1U : 0U)];
  }

 private:
  /// A set of kinds of faults, with one bit for the index of each kind.
  using Kinds = std::uint32_t;
  /// One disk of a sort, with the lasting faults that it has.
  struct One {
    std::size_t sort = 0;
    Kinds on = 0;
    auto operator<=>(const One&) const = default;
  };
  using State = std::vector<One>;  ///< sorted
  /// The number of ways to reach each state at the next tick, by the number of faults of each kind.
  using Sums = std::map<std::pair<State, KindMap<int>>, BigInt>;

  void add_sorts();
  void add_steps(std::size_t state, bool works, bool dies);
  void add_disk(const Sums& sums, One disk, bool works, bool dies, Sums& out) const;
  [[nodiscard]] bool within(const State& state, const KindMap<int>& costs) const;
  /// Returns the number of the state. Adds the state if it is new.
  std::size_t number_of(const State& state);

  /// Largest number of states, and of steps from one state.
  static constexpr std::size_t most = 2000;

  const Fspec& fspec_;
  Meter& meter_;
  KindMap<int> most_;  ///< largest number of faults of each kind
  /// For each sort of disks, the sets of kinds that may be active at one tick.
  std::vector<std::vector<Kinds>> sorts_;
  State start_;
  std::vector<State> states_;
  std::map<State, std::size_t> numbers_;
  std::vector<std::array<std::vector<Step>, 4>> steps_;
};

/// Returns the number of sets of dead disks, each of which dies at some tick.
[[nodiscard]] BigInt sets_of_deaths(const Fspec& fspec);
/// Returns the binomial coefficient n choose k.
[[nodiscard]] BigInt binomial(int n, int k);

}  // namespace ldfi
