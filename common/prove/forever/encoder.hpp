// Translates one tick of a circuit into clauses for a SAT solver. Private to common/prove/forever.
#pragma once

#include <optional>
#include <vector>

#include "common/prove/forever/cube.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::forever {

/// The gates of one tick as literals of a SAT solver. Each input and each latch is a variable of
/// the solver.
class EncodedTick {
 public:
  /// Encodes the nodes for which `cone` is true. Merges no gates.
  EncodedTick(const Aig& aig, const std::vector<bool>& cone, sat::Solver& solver);
  /// Encodes the nodes for which `cone` is true. Merges a gate into another gate if only that gate
  /// reads it, without negation, so that the solver has fewer variables and clauses. Does not merge
  /// gates for which `wanted` is true, or the next values of latches.
  EncodedTick(const Aig& aig, const std::vector<bool>& cone, std::vector<bool> wanted,
              sat::Solver& solver);
  /// Returns the literal of a wire. The wire must be a constant, or belong to the cone and not be
  /// merged.
  [[nodiscard]] sat::Literal operator[](Wire wire) const {
    const sat::Literal node = nodes_[wire >> 1U];
    return (wire & 1U) != 0 ? -node : node;
  }
  /// Returns the literal that is true if the latch has this value now.
  [[nodiscard]] sat::Literal now(LatchLiteral literal) const;
  /// Returns the literal that is true if the latch has this value at the next tick.
  [[nodiscard]] sat::Literal next(LatchLiteral literal) const;

 private:
  void encode_gate(std::uint32_t node, const std::vector<bool>& parts, sat::Solver& solver);

  const Aig& aig_;
  std::vector<sat::Literal> nodes_;
};

}  // namespace ldfi::forever
