// What the executions of a cell cover, in failure ids. Each execution is repeated for this.
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
  /// Names of the executions for users, indexed by the coverage's numbers of the executions.
  std::vector<std::string> names;
  std::vector<std::string> left;  ///< executions that were not repeated
  failures::Coverage falsifiers;  ///< coverage of those executions that are minimal falsifiers
};

/// Numbers of failure ids and of pairs of ids that a complete search excludes from every minimal
/// falsifier.
struct Excluded {
  std::uint64_t ids = 0;
  std::uint64_t pairs = 0;
};
/// Returns how many of the covered ids and pairs the search excludes. Returns nullopt unless the
/// search found all minimal falsifiers of the Fspec or proved that none exists. Also returns
/// nullopt if the run excluded known falsifiers, or if some falsifier was not repeated.
std::optional<Excluded> excluded_by_proof(const RunRecord& run, const Cell& cell,
                                          const CoveredCell& covered);

/// Repeats each execution that the file lists, its falsifiers and the failure-free run. Each fault
/// set runs once. Stops when `enough` returns true; the other executions are left, as is each one
/// that ends in an error or exceeds its budget.
CoveredCell cover(const Subject& subject, const Cell& cell, const std::function<bool()>& enough);

}  // namespace ldfi::results
