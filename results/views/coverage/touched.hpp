// Finds the relations and rules of a program that no fault affects. Such a relation has the same
// tuples at each tick in all executions of the cell, and under each single fault that can hit the
// failure-free run. Such a rule reads and derives only such relations. The search cannot have found
// a defect in them.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct Untouched {
  std::uint64_t faulty = 0;        ///< number of executions with faults that were compared with the
                                   ///< failure-free run
  std::uint64_t of_relations = 0;  ///< number of all relations of the program
  std::uint64_t of_rules = 0;      ///< number of all rules of the program
  /// Relations that no fault affects, in the order of the program.
  std::vector<RelationId> relations;
  std::vector<RuleId> rules;  ///< rules that no fault affects, in the order of the program
  /// False if the comparison ended early: `enough` returned true, or an execution exceeded its
  /// budget.
  bool whole = true;
};

/// Repeats the executions and compares them with the failure-free run. Stops when `enough` returns true.
Untouched untouched(const Subject& subject, const Cell& cell, const std::function<bool()>& enough);

}  // namespace ldfi::results
