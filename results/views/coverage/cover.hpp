// What the executions of a cell cover, in failure ids: each is executed again.
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
  /// What a user calls the executions: by the number that the coverage has for each.
  std::vector<std::string> names;
  std::vector<std::string> left;  ///< executions that were not executed again
  failures::Coverage falsifiers;  ///< of those executions that are minimal falsifiers
};

/// Ids, and pairs of them, that a complete search leaves out of every minimal falsifier.
struct Excluded {
  std::uint64_t ids = 0;
  std::uint64_t pairs = 0;
};
/// Nothing unless the cell has all minimal falsifiers of its Fspec, or none and a proof; apart from no
/// known ones; and all of them were executed again.
std::optional<Excluded> excluded_by_proof(const RunRecord& run, const Cell& cell,
                                          const CoveredCell& covered);

/// The executions that the file has one by one, its falsifiers, and the failure-free run; each fault set
/// once. `enough` says that there is no time for another; one that ends in an error, or comes to no
/// end, is left, too.
CoveredCell cover(const Subject& subject, const Cell& cell, const std::function<bool()>& enough);

}  // namespace ldfi::results
