// Translates one tick of a circuit into clauses for a SAT solver. Private to common/prove/forever.
#pragma once

#include <optional>
#include <vector>

#include "common/prove/forever/cube.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::forever {

/// The gates of one tick as literals of a SAT solver. Inputs and latches are variables of their
/// own.
class EncodedTick {
 public:
  /// Encodes the nodes for which `cone` is true, and no others.
  EncodedTick(const Aig& aig, const std::vector<bool>& cone, sat::Solver& solver);
  /// Encodes the nodes for which `cone` is true. A gate that is read by only one gate, without
  /// negation, is merged into that gate, so that questions have fewer variables and clauses. Gates
  /// for which `wanted` is true, and the next values of latches, are not merged.
  EncodedTick(const Aig& aig, const std::vector<bool>& cone, std::vector<bool> wanted,
              sat::Solver& solver);
  /// Returns the literal of a wire. Requires a constant, or a wire of the cone that was not merged.
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
