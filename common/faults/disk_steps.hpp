// What may happen to the disks of one node from one tick to the next, and in how many ways. Private
// to common/faults.
//
// A disk holds one relation. Those of one sort are alike, so a state says of how many of each sort
// writes fail, and how many are dead.
#pragma once

#include <array>
#include <cstddef>
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
  /// Of a node that has the Fspec's disks. Throws BudgetExceeded, as the meter does, where there are
  /// too many.
  DiskSteps(const Fspec& fspec, Meter& meter);

  /// The number of states. In the first one nothing has happened.
  [[nodiscard]] std::size_t states() const { return states_.size(); }
  /// What may happen next in a state. `works`: at the next tick the node runs, and writes may fail
  /// or be made, and what is kept be damaged. `dies`: disks may die then.
  [[nodiscard]] const std::vector<Step>& of(std::size_t state, bool works, bool dies) const {
    return steps_[state][(works ? 2U : 0U) + (dies ? 1U : 0U)];
  }

 private:
  /// Of relations: others, those that are buffered, those that may be damaged, those that are both.
  static constexpr std::size_t sorts = 4;
  static constexpr std::size_t buffers = 1;
  static constexpr std::size_t data = 2;
  struct State {
    std::array<int, sorts> failing{};
    std::array<int, sorts> dead{};
    auto operator<=>(const State&) const = default;
  };
  void add_steps(std::size_t state, bool works, bool dies, std::vector<Step>& out) const;
  void add_steps(std::size_t sort, const State& from, State to, Step step, bool works, bool dies,
                 std::vector<Step>& out) const;
  void add_states(std::size_t field, State& state);
  void finish(const State& to, Step step, bool works, std::vector<Step>& out) const;
  [[nodiscard]] bool within(const State& state) const;

  static constexpr std::size_t most =
      2000;  ///< states, and steps of one: they are chosen recursively

  const DiskFaults& disk_;
  Meter& meter_;
  std::array<int, sorts> relations_{};
  std::vector<State> states_;
  std::vector<std::array<std::vector<Step>, 4>> steps_;
};

/// n choose k.
[[nodiscard]] BigInt binomial(int n, int k);

}  // namespace ldfi
