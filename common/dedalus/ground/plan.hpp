// Join orders: the order in which a rule's positive literals are matched, and the columns that are
// bound before each. Only for common/dedalus/ground and common/prove/forever.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::ground {

/// A range of rows of a table, from `low` to before `high`.
struct Window {
  std::size_t low = 0;
  std::size_t high = 0;
};

/// The join order of one rule.
struct Plan {
  struct Step {
    std::uint32_t literal = 0;  ///< index of the literal in Rule::positive
    /// Bit i is set if column i is a constant, or if an earlier step binds it.
    std::uint64_t bound = 0;
    /// Indices of the comparisons that can be evaluated after this step.
    std::vector<std::uint32_t> comparisons;
  };
  std::vector<Step> steps;
  /// Indices of the comparisons with arithmetic, in source order. They are evaluated after all
  /// steps.
  std::vector<std::uint32_t> late;
};

/// Returns a greedy order: `first`, if given, and then always the literal with the most bound
/// columns. Crash literals come as late as possible, because they match every node and tick.
Plan make_plan(const dedalus::Program& program, const dedalus::Rule& rule,
               std::optional<std::uint32_t> first);

/// Returns for each slot how often its variable occurs in the body, in the head, and as the rule's
/// location.
std::vector<std::uint32_t> uses_of(const dedalus::Rule& rule);

}  // namespace ldfi::ground
