// What may happen to the disks of one node from one tick to the next, and in how many ways. It follows
// from the place and the span of the kinds, and from which of them exclude each other. Private to
// common/faults.
//
// A disk holds one relation. Those that the same kinds may hit are alike, so a state says for how many of
// each sort which lasting faults are on.
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
    std::size_t to = 0;   ///< the number of the state at the next tick
    SpentFaults costs{};  ///< the faults that begin there
    BigInt ways = 1;
  };
  /// The steps of a node that has the Fspec's disks. Throws BudgetExceeded, as the meter does, where
  /// there are too many.
  DiskSteps(const Fspec& fspec, Meter& meter);

  /// The number of states. In the first one nothing has happened.
  [[nodiscard]] std::size_t states() const { return steps_.size(); }
  /// What may happen next in a state. `works`: at the next tick the node runs, and faults other than
  /// permanent ones may be on. `dies`: permanent ones may begin then.
  [[nodiscard]] const std::vector<Step>& of(std::size_t state, bool works, bool dies) const {
    return steps_[state][(works ? 2U : 0U) + (dies ? 1U : 0U)];
  }

 private:
  /// A set of kinds: a bit for each, by its place in their order.
  using Kinds = std::uint32_t;
  /// One disk of a sort, and which lasting faults of it are on.
  struct One {
    std::size_t sort = 0;
    Kinds on = 0;
    auto operator<=>(const One&) const = default;
  };
  using State = std::vector<One>;  ///< sorted
  /// In how many ways some disks come to a state at the next tick, at those costs.
  using Sums = std::map<std::pair<State, KindMap<int>>, BigInt>;

  void add_sorts();
  void add_steps(std::size_t state, bool works, bool dies);
  void add_disk(const Sums& sums, One disk, bool works, bool dies, Sums& out) const;
  [[nodiscard]] bool within(const State& state, const KindMap<int>& costs) const;
  /// Adds the state unless it is there.
  std::size_t number_of(const State& state);

  static constexpr std::size_t most = 2000;  ///< states, and steps of one

  const Fspec& fspec_;
  Meter& meter_;
  KindMap<int> most_;                      ///< faults of each kind
  std::vector<std::vector<Kinds>> sorts_;  ///< the sets of faults that may be on at one tick
  State start_;
  std::vector<State> states_;
  std::map<State, std::size_t> numbers_;
  std::vector<std::array<std::vector<Step>, 4>> steps_;
};

/// n choose k.
[[nodiscard]] BigInt binomial(int n, int k);

}  // namespace ldfi
