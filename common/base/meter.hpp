// Counts the steps of a computation of unknown length, such as a join of tables. Regularly calls a
// check that may end the computation.
//
//   Meter meter(check);                 // check throws BudgetExceeded when time or memory ran out
//   for (…) { meter.step();  … }
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace ldfi {

/// A function that throws BudgetExceeded if a computation must end. Empty if nothing limits the
/// computation.
using BudgetCheck = std::function<void()>;

/// Limits of a recursion that computes new numbers within one tick, because such a recursion may
/// never end. Every other recursion ends, because it has finitely many values.
struct CountingLimits {
  std::size_t facts = 500'000;
  std::uint64_t steps = 10'000'000;
};

class Meter {
 public:
  explicit Meter(BudgetCheck check = {}) : check_(std::move(check)) {}

  void step() {
    if (++steps_ >= pause_) pause();
  }
  /// Calls the check now, without counting a step.
  void check() const {
    if (check_) check_();
  }

  /// Sets a limit: the `steps`-th step from now throws BudgetExceeded("steps", text). lift()
  /// removes the limit.
  void limit(std::uint64_t steps, std::string text);
  void lift();

 private:
  static constexpr std::uint64_t never = std::numeric_limits<std::uint64_t>::max();
  static constexpr std::uint64_t interval = 1U << 13U;
  void pause();

  BudgetCheck check_;
  std::uint64_t steps_ = 0;
  std::uint64_t pause_ = interval;
  std::uint64_t stop_ = never;
  std::string text_;
};

}  // namespace ldfi
