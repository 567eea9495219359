// Grounds a checked program to a System, which has no time.
//
//   const System system = ground_system(program, fspec, {});
#pragma once

#include <optional>

#include "common/base/meter.hpp"
#include "common/prove/forever/refusal.hpp"
#include "common/prove/forever/system.hpp"

namespace ldfi::forever {

/// The largest limit on omissions, faults, restarts, pauses and partitions that is covered. Each needs a
/// latch.
inline constexpr int max_counted = 16;

struct SystemLimits {
  std::size_t max_facts = 200'000;
  std::size_t max_sums = 10'000;  ///< most distinct possible sums of one group
  /// Most possible members of one group that is counted. Without a limit, counts of counts would not
  /// terminate.
  std::size_t max_counted_members = 1'000;
  /// Distance beyond the largest constant of their column up to which growing numbers are followed, unless
  /// they saturate. Without a cap, such numbers are refused.
  std::optional<dedalus::Value> cap{};
  BudgetCheck check{};
};

/// Grounds the rules on which the promise of the program depends. Ignores EOT and EFF of the Fspec. `program`
/// and `fspec` must outlive the system. Throws Refusal for programs and faults that are not covered, Grows if
/// a number grows and there is no cap, and BudgetExceeded ("facts").
System ground_system(const dedalus::Program& program, const Fspec& fspec,
                     const SystemLimits& limits);

}  // namespace ldfi::forever
