// A circuit as clauses, tick by tick. Private to common/prove/forever.
#pragma once

#include <optional>
#include <vector>

#include "common/prove/forever/cube.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::forever {

/// The gates of one tick, with inputs and latches as variables of their own.
class EncodedTick {
 public:
  /// `cone`: by node, what is encoded.
  EncodedTick(const Aig& aig, const std::vector<bool>& cone, sat::Solver& solver);
  /// Gates of the cone that only one other reads, as it is, become a part of that one: fewer variables and
  /// clauses, of which a question sets nearly all. Those in `wanted` keep theirs, and so do the next values of
  /// latches.
  EncodedTick(const Aig& aig, const std::vector<bool>& cone, std::vector<bool> wanted,
              sat::Solver& solver);
  /// Requires a wire of the cone that was not made a part of another, or a constant one.
  [[nodiscard]] sat::Literal operator[](Wire wire) const {
    const sat::Literal node = nodes_[wire >> 1U];
    return (wire & 1U) != 0 ? -node : node;
  }
  /// That the latch has this value now, and at the next tick.
  [[nodiscard]] sat::Literal now(LatchLiteral literal) const;
  [[nodiscard]] sat::Literal next(LatchLiteral literal) const;

 private:
  void encode_gate(std::uint32_t node, const std::vector<bool>& parts, sat::Solver& solver);

  const Aig& aig_;
  std::vector<sat::Literal> nodes_;
};

}  // namespace ldfi::forever
