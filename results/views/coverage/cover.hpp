// Finds out which failure ids the executions of a cell cover. Each execution is repeated for this.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "common/failures/coverage.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct CoveredCell {
  failures::Coverage coverage;
  /// Names of the executions for users. The coverage numbers the executions by their indices in this list.
  std::vector<std::string> names;
  std::vector<std::string> left;  ///< names of executions that were not repeated
  failures::Coverage falsifiers;  ///< coverage of the executions that are minimal falsifiers
};

/// Numbers of failure ids and of pairs of ids that a complete search excludes from every minimal
/// falsifier.
struct Excluded {
  std::uint64_t ids = 0;
  std::uint64_t pairs = 0;
};
/// Returns how many of the covered ids and pairs the search excludes from every minimal falsifier. Returns
/// nullopt unless the search found all minimal falsifiers of the Fspec, or proved that there is none. Also
/// returns nullopt if the run left out known falsifiers, or if a falsifier was not repeated.
std::optional<Excluded> excluded_by_proof(const RunRecord& run, const Cell& cell,
                                          const CoveredCell& covered);

/// Repeats each execution in the file, its falsifiers and the failure-free run, each fault set once. Stops
/// when `enough` returns true. `left` has the executions after that, and those that end in an error or exceed
/// their budget.
CoveredCell cover(const Subject& subject, const Cell& cell, const std::function<bool()>& enough);

}  // namespace ldfi::results
