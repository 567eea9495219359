// Runs every admissible fault set, 64 at a time, by increasing size (docs/explanation/strategies.md). It shares the
// ground executor with the lineage search but none of its reasoning: it is the oracle for small
// Fspecs.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "common/base/meter.hpp"
#include "common/faults/fspec.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

struct ExhaustiveOptions {
  bool all = false;  ///< all minimal falsifiers, and an exact count of all falsifiers
  std::uint64_t limit = 1'000'000'000;  ///< how many fault sets may be run
  std::uint64_t chunk = 1U << 14;       ///< fault sets per job
  std::size_t most_given = 5'000'000;   ///< sets of faults other than omissions that it may hold
  /// If given, only sets of at most this size are run. Then `limit` does not apply, and a search
  /// that left larger sets out and found nothing is inconclusive.
  std::optional<std::size_t> largest{};
  /// What contains one of these is executed, and is no falsifier. None of them is empty.
  std::vector<FaultSet> known{};
};

/// Throws UsageError, with the number of fault sets, if it exceeds the limit, or if too many of them consist of
/// faults other than omissions. With `largest`, only the empty set is run in the latter case. Calls `check` while
/// it lists the choices of crashes, and between the jobs that it hands out.
std::unique_ptr<Strategy> make_exhaustive(const Fspec& fspec, ExhaustiveOptions options,
                                          const BudgetCheck& check = {});

}  // namespace ldfi::search
