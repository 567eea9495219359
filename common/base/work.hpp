// A bound on the work of this thread. The work is counted, so the bound is reached at the same place on every machine,
// which a time limit does not promise.
//
//   const WorkBound bound(10'000);
//   search();  // throws BudgetExceeded("work", …) after 10,000 units
#pragma once

#include <cstdint>

namespace ldfi {

class WorkBound {
 public:
  /// Bounds the work of this thread as long as the object lives. Requires that no other bound does.
  explicit WorkBound(std::uint64_t units);
  ~WorkBound();
  WorkBound(const WorkBound&) = delete;
  WorkBound& operator=(const WorkBound&) = delete;

  [[nodiscard]] std::uint64_t left() const { return left_; }

  /// True if the work of this thread is bounded.
  [[nodiscard]] static bool is_active();
  /// Counts units; one is about ten decisions of a SAT solver, or 800 steps of a Meter. Throws BudgetExceeded("work", …)
  /// if fewer are left. Does nothing without a bound.
  static void count(std::uint64_t units = 1);

 private:
  std::uint64_t left_;
};

}  // namespace ldfi
