// Translates one tick of a circuit into clauses for a SAT solver. Private to common/prove/forever.
#pragma once

#include <optional>
#include <vector>

#include "common/prove/forever/cube.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::forever {

/// The gates of one tick, with inputs and latches as variables of their own.
class EncodedTick {
 public:
  /// Encodes the nodes that `cone` marks, and nothing else.
  EncodedTick(const Aig& aig, const std::vector<bool>& cone, sat::Solver& solver);
  /// Merges a gate of the cone into its reader if only one gate reads it, and without negation. Each query
  /// then has fewer variables and clauses. Gates in `wanted` and the next values of latches keep their
  /// variables.
  EncodedTick(const Aig& aig, const std::vector<bool>& cone, std::vector<bool> wanted,
              sat::Solver& solver);
  /// Requires a constant wire, or a wire of the cone that was not merged into its reader.
  [[nodiscard]] sat::Literal operator[](Wire wire) const {
    const sat::Literal node = nodes_[wire >> 1U];
    return (wire & 1U) != 0 ? -node : node;
  }
  /// The literal that is true if the latch has this value now.
  [[nodiscard]] sat::Literal now(LatchLiteral literal) const;
  /// The literal that is true if the latch has this value at the next tick.
  [[nodiscard]] sat::Literal next(LatchLiteral literal) const;

 private:
  void encode_gate(std::uint32_t node, const std::vector<bool>& parts, sat::Solver& solver);

  const Aig& aig_;
  std::vector<sat::Literal> nodes_;
};

}  // namespace ldfi::forever
