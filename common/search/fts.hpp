// Failure testing as a service [FTS10 §2]: the baseline that counts failures. It runs every
// combination of failures that executions encounter, level by level. A combination is extended by
// the faults that its execution offers at the tick of its last fault or later, each where it first
// appears. Each combination of failure ids, and each fault set, is run only once.
//
// It has only one fault for each id and execution, so it proves nothing: a search that finds
// nothing is `inconclusive`. The Fspec's limit of faults is the published MAX. All executions of a
// level are known before the next level begins. So the combinations and their order depend only on
// the program and the Fspec. The answer is the first violating one in that order, on any number of
// workers.
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

/// Creates the strategy. Its jobs request offers. A counterexample is known to be minimal if it has
/// one fault.
std::unique_ptr<Strategy> make_fts(const Fspec& fspec, FtsOptions options);

}  // namespace ldfi::search
