// The frames of IC3, and the solver that has their clauses. Private to common/prove/forever.
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

  /// The number of the last frame; frame 0 is the first state.
  [[nodiscard]] std::size_t last() const { return blocked_.size() - 1; }
  void add_frame();
  /// Returns states of the frame in which the bad wire is true, or nullopt if there are none.
  std::optional<Cube> bad_states(std::size_t frame);
  /// Returns true if a state of the frame outside `cube` has a successor in the cube. Then `predecessors`,
  /// unless null, gets such states. Otherwise `core`, unless null, gets a part of the cube's literals for
  /// which the answer is still false; `core` excludes the first state if the cube does.
  bool reachable(const Cube& cube, std::size_t frame, Cube* predecessors, Cube* core);
  /// Rules the cube out in all frames up to `frame`.
  void block(const Cube& cube, std::size_t frame);
  /// True if the cube, or a cube that contains it, is ruled out in the frame.
  [[nodiscard]] bool blocked(const Cube& cube, std::size_t frame) const;
  /// Moves each cube to the next frame if the cube is ruled out there, too. If a frame then equals its
  /// successor, returns the cubes that both rule out, which form an invariant. Otherwise returns nullopt.
  std::optional<std::vector<Cube>> propagate();
  /// A score for the latch that grows with each ruled-out cube that contains the latch.
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
  std::vector<std::uint32_t> latches_;      ///< latches of the cone
  std::vector<std::vector<Cube>> blocked_;  ///< cubes, by the last frame that rules them out
  std::vector<double> activity_;            ///< by latch
  Lifting lifting_;
  std::unique_ptr<sat::Solver> solver_;
  std::optional<EncodedTick> tick_;
  std::vector<sat::Literal> holds_;  ///< by frame: literal that activates the clauses of the frame
  std::size_t spent_ = 0;            ///< number of clauses in the solver that are no longer used
  std::uint64_t questions_ = 0;
};

}  // namespace ldfi::forever
