// Unrolls a circuit tick by tick, beginning with tick 1: bounded model checking [BCCZ99].
//
//   Unrolling unrolling(aig, bad, make_solver, check);
//   while (!unrolling.possible()) unrolling.advance();
#pragma once

#include <memory>
#include <vector>

#include "common/prove/forever/ic3.hpp"

namespace ldfi::forever {

class Unrolling {
 public:
  /// Begins with tick 1. `bad` is the wire that the search wants to make true.
  Unrolling(const Aig& aig, Wire bad, const MakeSolver& make_solver, const BudgetCheck& check);
  [[nodiscard]] int tick() const { return tick_; }
  /// Returns true if the wire `bad` can be true at the current tick.
  [[nodiscard]] bool possible();
  void advance();

 private:
  void encode();
  [[nodiscard]] sat::Literal literal(Wire wire) const {
    return (wire & 1U) != 0 ? -nodes_[wire >> 1U] : nodes_[wire >> 1U];
  }
  sat::Literal both(sat::Literal a, sat::Literal b);

  const Aig& aig_;
  const Wire bad_;
  const std::vector<bool> cone_;
  std::unique_ptr<sat::Solver> solver_;
  sat::Literal true_ = 0;
  std::vector<sat::Literal> nodes_;  ///< for each node, its literal at the current tick
  int tick_ = 1;
};

}  // namespace ldfi::forever
