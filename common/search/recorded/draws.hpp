// Random fault sets of a real system: how likely faults are in each, and the answers in the order of
// their numbers, so that any number of workers comes to the same. A worker draws the faults while it
// executes (common/systems/faults/draw.hpp).
//
// As in random searches of programs [docs/explanation/strategies.md], each set draws a rate r from 0 to 1 for each kind of
// faults, with the density w·r^(w−1) where w is the kind's weight, and then each of the m faults that
// there may be happens with the probability r. How many places there are for them, such as messages, is
// taken from the execution without faults: at each of P places one happens with the probability r·m/P.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "common/faults/fault_weights.hpp"
#include "common/systems/course.hpp"
#include "common/systems/faults/draw.hpp"

namespace ldfi::search {

class Draws {
 public:
  struct Answer {
    systems::Recording recording;
    std::string text;
  };

  /// `course`: of the execution without faults. `fspec` must outlive it.
  Draws(const systems::Fspec& fspec, const systems::Course& course, const FaultWeights& weights,
        std::uint64_t seed);

  /// The next one that nobody executes yet.
  [[nodiscard]] systems::Draw next() { return draw(++asked_); }
  [[nodiscard]] systems::Draw draw(std::uint64_t number) const;
  /// What it was, which may come in any order.
  void answer(std::uint64_t number, Answer answer) { answers_.emplace(number, std::move(answer)); }
  /// Notes that the execution of a draw was invalid, so that it is tried a second time.
  void note_invalid(std::uint64_t number) { invalid_.push_back(number); }
  /// Returns the next draw to try a second time, or nullopt if there is none.
  [[nodiscard]] std::optional<std::uint64_t> next_invalid();
  /// The answer that is next in order, if it is there.
  [[nodiscard]] std::optional<Answer> take();

  [[nodiscard]] bool under_way() const { return taken_ < asked_; }
  /// So many are under way that the first of them has to be waited for.
  [[nodiscard]] bool full() const { return asked_ - taken_ >= most_ahead; }

 private:
  static constexpr std::uint64_t most_ahead = 1000;

  const systems::Fspec& fspec_;
  FaultWeights weights_;
  std::uint64_t seed_;
  systems::KindMap<std::size_t> places_;  ///< number of places where a fault of the kind may happen
  std::uint64_t asked_ = 0;
  std::uint64_t taken_ = 0;
  std::map<std::uint64_t, Answer> answers_;
  std::deque<std::uint64_t> invalid_;  ///< draws to try a second time
};

}  // namespace ldfi::search
