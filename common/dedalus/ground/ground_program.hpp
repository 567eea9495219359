// Makes the universe of an Fspec: writes out the program's rules for every tick and node, as far as
// their facts can matter to the verdict
// (docs/explanation/search.md#the-universe-what-could-ever-hold).
#pragma once

#include "common/base/errors.hpp"
#include "common/base/meter.hpp"
#include "common/dedalus/ground/universe.hpp"

namespace ldfi::ground {

struct GroundLimits {
  std::size_t max_facts = 10'000'000;
  std::size_t max_instances = 40'000'000;
  /// Largest number of different sums that one group of an aggregate may have.
  std::size_t max_sums = 100'000;
  CountingLimits counting{};
  BudgetCheck check{};
  /// Called instead of `check` before work that may take long. The pruner also calls it while it
  /// works.
  BudgetCheck slow{};
};

class Pruner;

/// Which facts are grounded (written out for each tick).
enum class Extent : std::uint8_t {
  goals,  ///< only facts on which the verdict may depend, see relevance.hpp
  everything,
};

/// Thrown if a recursion that computes new numbers within one tick exceeds the limits, as it may
/// never end.
class EndlessCounting : public BudgetExceeded {
 public:
  using BudgetExceeded::BudgetExceeded;
};

/// Returns the universe of the program under the Fspec, without the facts that `pruner` finds
/// impossible. `pruner` may be nullptr. `program` must outlive the universe. Throws EndlessCounting if a
/// recursion that computes numbers exceeds the limits. Throws BudgetExceeded ("facts" or "steps")
/// if anything else does.
Universe ground_program(const Program& program, const Fspec& fspec, const GroundLimits& limits = {},
                        Pruner* pruner = nullptr, Extent extent = Extent::goals);

}  // namespace ldfi::ground
