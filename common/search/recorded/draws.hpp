// Random fault sets of a real system. Computes how likely faults are in each draw, and returns the
// answers in the order of the draws' numbers. So the result is the same for any number of workers.
// A worker draws the faults while it executes (common/systems/faults/draw.hpp).
//
// Random searches of programs work in the same way (docs/explanation/strategies.md). Each draw has
// a rate r between 0 and 1 for each kind of faults, with the density w·r^(w−1), where w is the
// kind's weight. If m faults of a kind are possible, r·m of them happen on average. They
// are spread over the P places where such a fault can happen, such as messages of the execution
// without faults. So each place has a fault with probability r·m/P.
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

  /// `course` describes the execution without faults. Keeps a reference to `fspec`.
  Draws(const systems::Fspec& fspec, const systems::Course& course, const FaultWeights& weights,
        std::uint64_t seed);

  /// Returns the next random fault set to execute.
  [[nodiscard]] systems::Draw next() { return draw(++asked_); }
  [[nodiscard]] systems::Draw draw(std::uint64_t number) const;
  /// Stores the answer of the draw with this number. Answers may come in any order.
  void answer(std::uint64_t number, Answer answer) { answers_.emplace(number, std::move(answer)); }
  /// Notes that the execution of the random fault set with this number was invalid, so that it is
  /// tried a second time.
  void note_invalid(std::uint64_t number) { invalid_.push_back(number); }
  /// Returns the number of the next draw to try a second time, or nullopt if there is none.
  [[nodiscard]] std::optional<std::uint64_t> next_invalid();
  /// Returns the answer of the next draw in the order of numbers, or nullopt if that answer has not
  /// come yet.
  [[nodiscard]] std::optional<Answer> take();

  [[nodiscard]] bool under_way() const { return taken_ < asked_; }
  /// Returns true if no further draw may begin before the first running one has been answered.
  [[nodiscard]] bool full() const { return asked_ - taken_ >= most_ahead; }

 private:
  static constexpr std::uint64_t most_ahead = 1000;

  const systems::Fspec& fspec_;
  FaultWeights weights_;
  std::uint64_t seed_;
  /// Number of places at which a fault of each kind may happen.
  systems::KindMap<std::size_t> places_;
  std::uint64_t asked_ = 0;
  std::uint64_t taken_ = 0;
  std::map<std::uint64_t, Answer> answers_;
  std::deque<std::uint64_t> invalid_;  ///< numbers of draws to try a second time
};

}  // namespace ldfi::search
