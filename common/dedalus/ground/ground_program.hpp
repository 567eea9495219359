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
  std::size_t max_sums = 100'000;  ///< distinct possible sums of one group
  CountingLimits counting{};
  BudgetCheck check{};
  BudgetCheck slow{};  ///< called also while a pruner works, which may take long
};

class Pruner;

/// How much is grounded.
enum class Extent : std::uint8_t {
  goals,  ///< facts that the verdict may depend on, see relevance.hpp
  everything,
};

/// Thrown if a counting recursion within one tick exceeds the limits.
class CountsOn : public BudgetExceeded {
 public:
  using BudgetExceeded::BudgetExceeded;
};

/// Grounds the program for the Fspec. `program` must outlive the universe. Leaves out facts that
/// `pruner` finds impossible; it may be nullptr. Throws BudgetExceeded ("facts" or "steps") if the
/// universe exceeds the limits, and CountsOn if a counting recursion within one tick does.
Universe ground_program(const Program& program, const Fspec& fspec, const GroundLimits& limits = {},
                        Pruner* pruner = nullptr, Extent extent = Extent::goals);

}  // namespace ldfi::ground
