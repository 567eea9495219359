// A circuit as clauses, tick by tick. Private to common/forever.
#pragma once

#include <optional>
#include <vector>

#include "common/forever/cube.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::forever {

/// The gates of one tick that `roots` depend on, with inputs and latches as variables of their own.
class EncodedTick {
 public:
  /// `cone`: by node, what is encoded.
  EncodedTick(const Aig& aig, const std::vector<bool>& cone, sat::Solver& solver);
  /// Requires a wire of the cone, or a constant one.
  [[nodiscard]] sat::Literal operator[](Wire wire) const {
    const sat::Literal node = nodes_[wire >> 1U];
    return (wire & 1U) != 0 ? -node : node;
  }
  /// That the latch has this value now, and at the next tick.
  [[nodiscard]] sat::Literal now(LatchLiteral literal) const;
  [[nodiscard]] sat::Literal next(LatchLiteral literal) const;

 private:
  const Aig& aig_;
  std::vector<sat::Literal> nodes_;
};

}  // namespace ldfi::forever
