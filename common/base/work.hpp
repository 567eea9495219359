// A bound on the work of this thread. Work is counted, so the bound is reached at the same point on
// every machine, unlike a time limit.
//
//   const WorkBound bound(10'000);
//   search();  // throws BudgetExceeded("work", …) after 10,000 units
#pragma once

#include <cstdint>

namespace ldfi {

class WorkBound {
 public:
  /// Bounds the work of this thread while the object exists. Requires that there is no other bound.
  explicit WorkBound(std::uint64_t units);
  ~WorkBound();
  WorkBound(const WorkBound&) = delete;
  WorkBound& operator=(const WorkBound&) = delete;

  [[nodiscard]] std::uint64_t left() const { return left_; }

  /// Returns true if the work of this thread is bounded.
  [[nodiscard]] static bool is_active();
  /// Counts units; one is about ten decisions of a SAT solver, or 800 steps of a Meter. Throws
  /// BudgetExceeded("work", …) if fewer are left. Does nothing without a bound.
  static void count(std::uint64_t units = 1);

 private:
  std::uint64_t left_;
};

}  // namespace ldfi
