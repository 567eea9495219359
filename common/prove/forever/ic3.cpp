#include "common/prove/forever/ic3.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "common/prove/forever/frames.hpp"

namespace ldfi::forever {
namespace {

/// Largest number of predecessors that are excluded in the attempt to drop one literal of a cube
/// (docs/measurements/forever.md#the-proof-engine).
constexpr int most_attempts = 3;

/// States that lead to the bad wire within `steps` ticks. A proof must show that a frame does not
/// contain them.
struct Obligation {
  std::size_t frame = 0;
  std::size_t steps = 0;
  Cube cube;
  auto operator<=>(const Obligation&) const = default;
};

class Ic3 {
 public:
  Ic3(const Aig& aig, Wire bad, const MakeSolver& make_solver, const BudgetCheck& check)
      : frames_(aig, bad, make_solver, check) {}

  Ic3Result run() {
    Ic3Result out;
    if (frames_.bad_states(0)) {
      out.ticks = 1;
      return finish(std::move(out));
    }
    for (frames_.add_frame();;) {
      while (const auto bad = frames_.bad_states(frames_.last())) {
        out.ticks = rule_out({frames_.last(), 0, *bad});
        if (out.ticks > 0) return finish(std::move(out));
      }
      frames_.add_frame();
      if (auto invariant = frames_.propagate()) {
        out.proved = true;
        out.invariant = *std::move(invariant);
        return finish(std::move(out));
      }
    }
  }

 private:
  Ic3Result finish(Ic3Result out) const {
    out.frames = frames_.last();
    out.questions = frames_.questions();
    return out;
  }

  /// Excludes the states of an obligation from its frame and returns 0. If the first state leads to
  /// the bad wire, returns a number of ticks within which it does.
  std::size_t rule_out(Obligation first) {
    std::set<Obligation> todo{std::move(first)};
    while (!todo.empty()) {
      const Obligation next = *todo.begin();
      if (next.frame == 0 || !excludes_first(next.cube)) return next.steps + 1;
      todo.erase(todo.begin());
      if (frames_.blocked(next.cube, next.frame)) {
        later(next, todo);
        continue;
      }
      Cube predecessors;
      Cube core;
      if (frames_.reachable(next.cube, next.frame - 1, &predecessors, &core)) {
        todo.insert(next);
        todo.insert({next.frame - 1, next.steps + 1, std::move(predecessors)});
        continue;
      }
      generalise(core, next.frame - 1, most_attempts);
      const std::size_t frame = furthest(core, next.frame);
      frames_.block(core, frame);
      later({frame, next.steps, next.cube}, todo);
    }
    return 0;
  }

  /// Queues the states of a finished obligation for the next frame, unless it is the last.
  void later(const Obligation& done, std::set<Obligation>& todo) const {
    if (done.frame < frames_.last()) todo.insert({done.frame + 1, done.steps, done.cube});
  }

  /// Drops literals of the cube as long as no state of the frame outside the cube leads into it.
  /// Keeps literals about faults if possible, because clauses are easier to read with them.
  void generalise(Cube& cube, std::size_t frame, int attempts) {
    Cube order = cube;
    std::stable_sort(order.begin(), order.end(), [this](LatchLiteral a, LatchLiteral b) {
      return std::tuple(frames_.kind(a), frames_.activity(a)) <
             std::tuple(frames_.kind(b), frames_.activity(b));
    });
    for (const LatchLiteral one : order) {
      if (cube.size() == 1 || !std::ranges::binary_search(cube, one)) continue;
      Cube smaller = cube;
      std::erase(smaller, one);
      if (!excludes_first(smaller)) continue;
      if (unreachable(smaller, frame, attempts)) cube = std::move(smaller);
    }
  }

  /// Returns true if no state of the frame outside the cube leads into it. Then reduces the cube to
  /// the literals that this needs. Up to `attempts` times, first excludes states that lead into the
  /// cube but cannot be reached themselves [HBS13]. Such states would keep a literal only because
  /// they were not examined yet.
  bool unreachable(Cube& cube, std::size_t frame, int attempts) {
    for (;; --attempts) {
      Cube predecessors;
      Cube core;
      const bool last = attempts == 0 || frame == 0;
      if (!frames_.reachable(cube, frame, last ? nullptr : &predecessors, &core)) {
        cube = std::move(core);
        return true;
      }
      if (last || !ruled_out_at_once(predecessors, frame)) return false;
    }
  }

  bool ruled_out_at_once(const Cube& states, std::size_t frame) {
    Cube core;
    if (!excludes_first(states) || frames_.reachable(states, frame - 1, nullptr, &core)) {
      return false;
    }
    const std::size_t to = furthest(core, frame);
    generalise(core, to - 1, 0);
    frames_.block(core, to);
    return true;
  }

  /// Returns the last frame from which the cube can be excluded. Requires that it can be excluded
  /// from `frame`.
  std::size_t furthest(const Cube& cube, std::size_t frame) {
    while (frame < frames_.last() && !frames_.reachable(cube, frame, nullptr, nullptr)) ++frame;
    return frame;
  }

  Frames frames_;
};

}  // namespace

Ic3Result run_ic3(const Aig& aig, Wire bad, const MakeSolver& make_solver,
                  const BudgetCheck& check) {
  return Ic3(aig, bad, make_solver, check).run();
}

}  // namespace ldfi::forever
