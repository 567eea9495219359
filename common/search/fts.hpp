// Failure testing as a service, the baseline of those who count failures [FTS10 §2]: every combination of
// failures that executions come across, level by level. The faults that an execution offers at or after
// the tick of its last one extend it, each where it appears; a combination of failure ids is run once, and so is a fault set.
//
// It knows one fault for each id and execution, so it proves nothing: a search that finds nothing is
// `inconclusive`. The Fspec's limit of faults is the published MAX. All executions of a level are known
// before the next one begins, so which combinations there are, and in which order they stand, depends on
// the program and the Fspec alone. The answer is the first violating one in that order, whoever runs them.
#pragma once

#include <memory>

#include "common/base/meter.hpp"
#include "common/faults/fspec.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

struct FtsOptions {
  bool all = false;     ///< continue after the first counterexample, to the end
  BudgetCheck check{};  ///< called while combinations are made
};

/// Its jobs ask for offers. A counterexample is known to be minimal if it has one fault.
std::unique_ptr<Strategy> make_fts(const Fspec& fspec, FtsOptions options);

}  // namespace ldfi::search
