// The frames of the algorithm IC3, and the SAT solver with their clauses. Frame k contains all
// states that can be reached in at most k steps, and perhaps other states. Private to
// common/prove/forever.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "common/prove/forever/encoder.hpp"
#include "common/prove/forever/ic3.hpp"
#include "common/prove/forever/lifting.hpp"

namespace ldfi::forever {

class Frames {
 public:
  Frames(const Aig& aig, Wire bad, const MakeSolver& make_solver, BudgetCheck check);

  /// Returns the number of the last frame. Frame 0 contains only the first state.
  [[nodiscard]] std::size_t last() const { return blocked_.size() - 1; }
  void add_frame();
  /// Returns states of the frame in which the bad wire is true. Returns nullopt if there are none.
  std::optional<Cube> bad_states(std::size_t frame);
  /// Returns true if a state of the frame that is not in `cube` has a successor in the cube. Then
  /// `predecessors`, unless null, is set to such states. If the result is false, `core`, unless
  /// null, is set to a part of the cube's literals for which the result would also be false. The
  /// core excludes the first state if the cube does.
  bool reachable(const Cube& cube, std::size_t frame, Cube* predecessors, Cube* core);
  /// Excludes the cube from all frames up to `frame`.
  void block(const Cube& cube, std::size_t frame);
  /// Returns true if the cube, or a cube that contains it, is excluded from the frame.
  [[nodiscard]] bool blocked(const Cube& cube, std::size_t frame) const;
  /// Tries to exclude each cube from the next frame, too; this needs that no state of the cube's
  /// frame leads into it. Returns the cubes of a frame if the next frame then excludes the same
  /// cubes, because they form an invariant. Otherwise returns nullopt.
  std::optional<std::vector<Cube>> propagate();
  /// Returns a score of the latch: the number of excluded cubes that have the latch.
  [[nodiscard]] double activity(LatchLiteral literal) const { return activity_[literal >> 1U]; }
  [[nodiscard]] LatchKind kind(LatchLiteral literal) const {
    return aig_.latches()[literal >> 1U].kind;
  }
  [[nodiscard]] std::uint64_t questions() const { return questions_; }

 private:
  void build();
  bool ask(std::size_t frame, std::vector<sat::Literal> assumptions);
  void add_clause(const Cube& cube, std::size_t frame);
  Cube lift(std::span<const Wire> wires);

  const Aig& aig_;
  const Wire bad_;
  const MakeSolver make_solver_;
  const BudgetCheck check_;
  const std::vector<bool> cone_;
  std::vector<std::uint32_t> latches_;  ///< numbers of the latches in the cone
  /// For each frame, the cubes for which it is the last frame that excludes them.
  std::vector<std::vector<Cube>> blocked_;
  std::vector<double> activity_;  ///< indexed by latch
  Lifting lifting_;
  std::unique_ptr<sat::Solver> solver_;
  std::optional<EncodedTick> tick_;
  std::vector<sat::Literal> holds_;  ///< for each frame, the literal that activates its clauses
  std::size_t spent_ = 0;            ///< number of clauses in the solver that are not used any more
  std::uint64_t questions_ = 0;
};

}  // namespace ldfi::forever
