// Failure testing as a service [FTS10 §2]: a baseline that counts failures. The strategy executes
// every combination of failures that executions encounter, level by level. To extend a combination,
// it adds a fault that the combination's execution offers, at the tick of the last fault or later.
// Each combination of failure ids, and each fault set, is executed only once.
//
// The strategy tries only one fault for each failure id of an execution, so it proves nothing: a
// search that finds nothing is `inconclusive`. The Fspec's limit of faults is called MAX in the
// paper. All executions of a level are known before the next level begins. So the combinations and
// their order depend only on the program and the Fspec. The answer is the first violating
// combination in that order, for any number of workers.
#pragma once

#include <memory>

#include "common/base/meter.hpp"
#include "common/faults/fspec.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

struct FtsOptions {
  /// True: continue after the first counterexample until all combinations were tried.
  bool all = false;
  BudgetCheck check{};  ///< called while the next level is computed; may throw
};

/// Returns the strategy. Its jobs request that executions report the faults that may follow
/// (offers). A counterexample is known to be minimal if it has one fault.
std::unique_ptr<Strategy> make_fts(const Fspec& fspec, FtsOptions options);

}  // namespace ldfi::search
