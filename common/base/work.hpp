// Bounds the work of this thread. Work is counted in units, so every machine reaches the bound at
// the same point, unlike a time limit.
//
//   const WorkBound bound(10'000);
//   search();  // throws BudgetExceeded("work", …) after 10,000 units
#pragma once

#include <cstdint>

namespace ldfi {

class WorkBound {
 public:
  /// Bounds the work of this thread as long as the object exists. Requires that no other bound
  /// exists.
  explicit WorkBound(std::uint64_t units);
  ~WorkBound();
  WorkBound(const WorkBound&) = delete;
  WorkBound& operator=(const WorkBound&) = delete;

  [[nodiscard]] std::uint64_t left() const { return left_; }

  /// Returns true if the work of this thread is bounded.
  [[nodiscard]] static bool is_active();
  /// Counts units of work. A unit is about ten decisions of a SAT solver, or 800 steps of a Meter.
  /// Throws BudgetExceeded("work", …) if fewer units are left. Does nothing without a bound.
  static void count(std::uint64_t units = 1);

 private:
  std::uint64_t left_;
};

}  // namespace ldfi
