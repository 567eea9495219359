// Bounds the work of the calling thread. Work is counted in units. Unlike a time limit, such a
// bound ends a computation at the same point on every machine.
//
//   const WorkBound bound(10'000);
//   search();  // throws BudgetExceeded("work", …) after 10,000 units
#pragma once

#include <cstdint>

namespace ldfi {

class WorkBound {
 public:
  /// Bounds the work of the calling thread as long as this object exists. The thread must not have
  /// another bound.
  explicit WorkBound(std::uint64_t units);
  ~WorkBound();
  WorkBound(const WorkBound&) = delete;
  WorkBound& operator=(const WorkBound&) = delete;

  [[nodiscard]] std::uint64_t left() const { return left_; }

  /// Returns true if the work of the calling thread is bounded.
  [[nodiscard]] static bool is_active();
  /// Counts units of work of the calling thread. A unit is about ten decisions of a SAT solver, or
  /// 800 steps of a Meter. Throws BudgetExceeded("work", …) if fewer units are left. Does nothing
  /// if the thread has no bound.
  static void count(std::uint64_t units = 1);

 private:
  std::uint64_t left_;
};

}  // namespace ldfi
