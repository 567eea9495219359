// Grounds a checked program to a System: facts and rule instances that are not bound to a tick.
//
//   const System system = ground_system(program, fspec, {});
#pragma once

#include <optional>

#include "common/base/meter.hpp"
#include "common/prove/forever/refusal.hpp"
#include "common/prove/forever/system.hpp"

namespace ldfi::forever {

/// Largest limit on omissions, faults, restarts, pauses and partitions that a proof supports. The
/// bound is needed because each possible fault takes a latch.
inline constexpr int max_counted = 16;

struct SystemLimits {
  std::size_t max_facts = 200'000;
  std::size_t max_sums = 10'000;  ///< largest number of different sums that an aggregate may have
  /// Largest number of tuples that a `count` aggregate counts. Without a limit, counts of counts
  /// would not end.
  std::size_t max_counted_members = 1'000;
  /// How far growing numbers may exceed the largest constant of their column, unless the large
  /// numbers of the column are merged. Without a cap, growing numbers are refused.
  std::optional<dedalus::Value> cap{};
  BudgetCheck check{};
};

/// Returns the grounding of the rules on which the promise depends. Ignores EOT and EFF of the
/// Fspec. `program` and `fspec` must outlive the system. Throws Refusal for programs and faults
/// that proofs do not support, Grows if a number grows and there is no cap, and BudgetExceeded
/// ("facts").
System ground_system(const dedalus::Program& program, const Fspec& fspec,
                     const SystemLimits& limits);

}  // namespace ldfi::forever
