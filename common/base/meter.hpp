// Counts the steps of a computation of unknown length, such as a join of tables. After every 8192
// steps, calls a function that may end the computation.
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

/// A function that throws an exception, such as BudgetExceeded, if a computation must end. If the
/// function is empty, nothing limits the computation.
using BudgetCheck = std::function<void()>;

/// Limits of a recursion that computes new numbers within one tick, because such a recursion may
/// never end. Any other recursion ends, because its values come from a finite set.
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
  /// Calls the function that may end the computation now, without counting a step.
  void check() const {
    if (check_) check_();
  }

  /// Lets the `steps`-th step from now throw BudgetExceeded("steps", text). lift() removes this
  /// limit.
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
