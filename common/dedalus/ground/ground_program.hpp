// Makes the universe of an Fspec. Grounds the program tick by tick, but only facts that can matter
// to the verdict (docs/explanation/search.md#the-universe-what-could-ever-hold).
#pragma once

#include "common/base/errors.hpp"
#include "common/base/meter.hpp"
#include "common/dedalus/ground/universe.hpp"

namespace ldfi::ground {

struct GroundLimits {
  std::size_t max_facts = 10'000'000;
  std::size_t max_instances = 40'000'000;
  std::size_t max_sums = 100'000;  ///< largest number of different sums that one group may have
  CountingLimits counting{};
  BudgetCheck check{};
  /// Called instead of `check` before work that may take long, also while a pruner works.
  BudgetCheck slow{};
};

class Pruner;

/// Which facts are grounded: all, or only those on which the verdict may depend.
enum class Extent : std::uint8_t {
  goals,  ///< the facts on which the verdict may depend, see relevance.hpp
  everything,
};

/// Thrown if a recursion within one tick that computes new numbers exceeds the limits.
class CountsOn : public BudgetExceeded {
 public:
  using BudgetExceeded::BudgetExceeded;
};

/// Returns the universe of the program under the Fspec. `program` must outlive the universe. Leaves
/// out the facts that `pruner` finds impossible; `pruner` may be null. Throws BudgetExceeded
/// ("facts" or "steps") if the universe exceeds the limits, and CountsOn if a recursion that
/// computes numbers does.
Universe ground_program(const Program& program, const Fspec& fspec, const GroundLimits& limits = {},
                        Pruner* pruner = nullptr, Extent extent = Extent::goals);

}  // namespace ldfi::ground
