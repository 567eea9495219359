// From a checked program to a system without time.
//
//   const System system = ground_system(program, fspec, {});
#pragma once

#include <optional>

#include "common/base/meter.hpp"
#include "common/prove/forever/refusal.hpp"
#include "common/prove/forever/system.hpp"

namespace ldfi::forever {

/// The largest number of omissions, faults, restarts, pauses and partitions that is counted: each is a latch.
inline constexpr int max_counted = 16;

struct SystemLimits {
  std::size_t max_facts = 200'000;
  std::size_t max_sums = 10'000;  ///< distinct possible sums of one group
  /// Possible members of one group that is counted. Counts that are counted again have no end.
  std::size_t max_counted_members = 1'000;
  /// Numbers that grow without saturating are followed so far beyond the largest constant that stands
  /// where they get; none: they must not grow.
  std::optional<dedalus::Value> cap{};
  BudgetCheck check{};
};

/// Grounds what the promise of the program rests on. `program` and `fspec` must outlive the system;
/// of the Fspec, EOT and EFF are not looked at. Throws Refusal for programs and faults that are not
/// covered, Grows if there is no cap and a number grows, and BudgetExceeded ("facts").
System ground_system(const dedalus::Program& program, const Fspec& fspec,
                     const SystemLimits& limits);

}  // namespace ldfi::forever
