// The frames of IC3 and the solver that knows them. Private to common/prove/forever.
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
  /// A set of states of the frame that has the bad wire true, if there is one.
  std::optional<Cube> bad_states(std::size_t frame);
  /// Asks whether a state of the frame outside `cube` has a successor within. If so: states that do,
  /// in `predecessors`. If not: the part of the cube for which that is so already, in `core`, which
  /// excludes the first state if the cube does.
  bool reachable(const Cube& cube, std::size_t frame, Cube* predecessors, Cube* core);
  /// Rules the cube out in the frames up to this one.
  void block(const Cube& cube, std::size_t frame);
  /// True if a larger cube is ruled out in the frame.
  [[nodiscard]] bool blocked(const Cube& cube, std::size_t frame) const;
  /// Moves what holds one step later to the next frame. If a frame is then equal to the next: what
  /// both rule out, which is an invariant.
  std::optional<std::vector<Cube>> propagate();
  /// How often a latch is in what was ruled out.
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
  std::vector<std::uint32_t> latches_;      ///< of the cone
  std::vector<std::vector<Cube>> blocked_;  ///< by the last frame that rules them out
  std::vector<double> activity_;            ///< by latch
  Lifting lifting_;
  std::unique_ptr<sat::Solver> solver_;
  std::optional<EncodedTick> tick_;
  std::vector<sat::Literal> holds_;  ///< by frame: its clauses count
  std::size_t spent_ = 0;            ///< clauses of past questions, and of cubes that moved on
  std::uint64_t questions_ = 0;
};

}  // namespace ldfi::forever
