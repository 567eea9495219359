// Executes every admissible fault set, 64 at a time, by increasing size
// (docs/explanation/strategies.md). This strategy shares only the ground executor with the lineage
// search, and none of its reasoning. So it can be an oracle for small Fspecs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "common/base/meter.hpp"
#include "common/faults/fspec.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

struct ExhaustiveOptions {
  bool all = false;  ///< find all minimal falsifiers and count all falsifiers exactly
  std::uint64_t limit = 1'000'000'000;  ///< largest number of fault sets that are executed
  std::uint64_t chunk = 1U << 14;       ///< number of fault sets in a job
  /// Largest number of fault sets without omissions that are kept in memory.
  std::size_t most_given = 5'000'000;
  /// If given, only sets of at most this size are executed, and `limit` does not apply. If the
  /// search finds nothing but left out larger sets, it is inconclusive.
  std::optional<std::size_t> largest{};
  /// Supersets of these sets are executed, but never reported as falsifiers. No set may be empty.
  std::vector<FaultSet> known{};
};

/// Returns the strategy. Throws UsageError with the number of fault sets if there are more than
/// `limit`, or more than `most_given` without omissions. With `largest`, the second case is not
/// an error: then only the empty set is executed. Calls `check` while it lists fault sets, and before
/// each job.
std::unique_ptr<Strategy> make_exhaustive(const Fspec& fspec, ExhaustiveOptions options,
                                          const BudgetCheck& check = {});

}  // namespace ldfi::search
