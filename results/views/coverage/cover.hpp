// Finds out which failure ids (faults without their time) the executions of a cell have tried or
// offered. Repeats each execution for this.
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
  /// Names of the executions for users. `coverage` refers to executions by their indices in this
  /// list.
  std::vector<std::string> names;
  std::vector<std::string> left;  ///< names of executions that were not repeated
  failures::Coverage falsifiers;  ///< coverage by minimal counterexamples only
};

/// Failure ids, and pairs of failure ids, that cannot be part of a minimal counterexample, because
/// the search was complete: their numbers.
struct Excluded {
  std::uint64_t ids = 0;
  std::uint64_t pairs = 0;
};
/// Returns how many of the covered ids and pairs cannot be part of a minimal counterexample, as the
/// search has proved. Returns nullopt unless the search found all minimal counterexamples of the
/// Fspec, or proved that there are none. Also returns nullopt if the run left out known
/// counterexamples, or if a counterexample was not repeated.
std::optional<Excluded> excluded_by_proof(const RunRecord& run, const Cell& cell,
                                          const CoveredCell& covered);

/// Repeats the executions in the file, the counterexamples and the failure-free run, but each fault
/// set only once. Stops when `enough` returns true. `left` then contains the remaining executions.
/// It also contains executions that end in an error or exceed their budget.
CoveredCell cover(const Subject& subject, const Cell& cell, const std::function<bool()>& enough);

}  // namespace ldfi::results
