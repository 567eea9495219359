// Relations and rules that no fault touches. Such a relation holds the same, tick by tick, in every
// execution of the cell and under every single failure that the failure-free run offers. Such a
// rule reads and derives only these relations. The search cannot have found a bug in them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct Untouched {
  std::uint64_t faulty = 0;           ///< number of compared executions with faults
  std::uint64_t of_relations = 0;     ///< number of the program's relations
  std::uint64_t of_rules = 0;         ///< number of the program's rules
  std::vector<RelationId> relations;  ///< in the order of the program
  std::vector<RuleId> rules;          ///< in the order of the program
  /// False if `enough` ended the comparison, or if an execution exceeded its budget.
  bool whole = true;
};

/// Repeats each execution and compares it with the failure-free one. Stops when `enough` returns
/// true.
Untouched untouched(const Subject& subject, const Cell& cell, const std::function<bool()>& enough);

}  // namespace ldfi::results
