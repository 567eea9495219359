// Runs every admissible fault set, 64 at a time, by increasing size
// (docs/explanation/strategies.md). It shares only the ground executor with the lineage search,
// none of its reasoning. So it can serve as the oracle for small Fspecs.
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
  std::uint64_t limit = 1'000'000'000;  ///< maximum of fault sets that are run
  std::uint64_t chunk = 1U << 14;       ///< fault sets per job
  std::size_t most_given = 5'000'000;   ///< maximum of stored sets of faults other than omissions
  /// If given, only sets of at most this size are run, and `limit` does not apply. A search that
  /// finds nothing is then inconclusive if it left out larger sets.
  std::optional<std::size_t> largest{};
  /// Supersets of these sets are executed, but never reported as falsifiers. None of the sets is
  /// empty.
  std::vector<FaultSet> known{};
};

/// Throws UsageError, with the number of fault sets, in two cases: there are more than `limit`
/// sets, or more than `most_given` sets of faults other than omissions. With `largest`, the second
/// case does not throw; only the empty set is run. Calls `check` while it lists the sets of
/// crashes, and between the jobs that it hands out.
std::unique_ptr<Strategy> make_exhaustive(const Fspec& fspec, ExhaustiveOptions options,
                                          const BudgetCheck& check = {});

}  // namespace ldfi::search
