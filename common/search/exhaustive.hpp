// Every admissible fault set, 64 at a time, by increasing size (SEARCH §7). It shares the ground
// executor with the lineage search and none of its reasoning: the oracle for small Fspecs.
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
  std::uint64_t limit = 1'000'000'000;  ///< most fault sets it agrees to run
  std::uint64_t chunk = 1U << 14;       ///< fault sets per job
  /// If given: only sets of at most so many faults. Then there is no limit, and a search that
  /// leaves larger sets out and finds nothing is inconclusive.
  std::optional<std::size_t> largest{};
};

/// Throws UsageError with the number of fault sets when there are more than the limit. `check` is
/// asked while it lists the choices of crashes, and between the jobs that it hands out.
std::unique_ptr<Strategy> make_exhaustive(const Fspec& fspec, ExhaustiveOptions options,
                                          const BudgetCheck& check = {});

}  // namespace ldfi::search
