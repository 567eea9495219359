// What no fault touches: the relations that hold the same, tick by tick, in every execution of a cell
// and under every single failure that the failure-free run offers, and the rules that read and derive
// nothing else. A certificate says nothing about these; a bug in them, the search cannot have found.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct Untouched {
  std::uint64_t faulty = 0;           ///< executions with faults that were looked at
  std::uint64_t of_relations = 0;     ///< all that the program has
  std::uint64_t of_rules = 0;         ///< likewise
  std::vector<RelationId> relations;  ///< in the program's order
  std::vector<RuleId> rules;          ///< likewise
  bool whole = true;                  ///< false: `enough` ended it, or an execution came to no end
};

/// Executes each of them again. `enough` says that there is no time for another.
Untouched untouched(const Subject& subject, const Cell& cell, const std::function<bool()>& enough);

}  // namespace ldfi::results
