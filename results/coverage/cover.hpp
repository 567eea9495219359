// What the executions of a cell cover, in failure ids: each is executed again.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/failures/coverage.hpp"
#include "results/trace/subject.hpp"

namespace ldfi::results {

struct CoveredCell {
  failures::Coverage coverage;
  /// What a user calls the executions: by the number that the coverage has for each.
  std::vector<std::string> names;
  std::vector<std::string> left;  ///< executions that were not executed again
};

/// The executions that the file has one by one, its falsifiers, and the failure-free run; each fault set
/// once. `enough` says that there is no time for another; one that ends in an error, or comes to no
/// end, is left, too.
CoveredCell cover(const Subject& subject, const Cell& cell, const std::function<bool()>& enough);

}  // namespace ldfi::results
