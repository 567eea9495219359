// Join orders: the order in which the positive literals are matched, and the columns that are bound
// before each. For common/dedalus/ground and common/prove/forever.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::ground {

/// Rows [low, high) of a table.
struct Window {
  std::size_t low = 0;
  std::size_t high = 0;
};

/// The join order of one rule.
struct Plan {
  struct Step {
    std::uint32_t literal = 0;  ///< index into Rule::positive
    /// Bit i: column i is a constant, or bound by an earlier step.
    std::uint64_t bound = 0;
    /// Comparisons that can be evaluated after this step.
    std::vector<std::uint32_t> comparisons;
  };
  std::vector<Step> steps;
  /// Comparisons with arithmetic, in source order. They are evaluated after all steps.
  std::vector<std::uint32_t> late;
};

/// Makes a greedy order: `first`, if given, and then always the literal with the most bound
/// columns. Crash literals come as late as possible, because they match every node and tick.
Plan make_plan(const dedalus::Program& program, const dedalus::Rule& rule,
               std::optional<std::uint32_t> first);

/// Returns, by slot, how often each variable occurs: in the body, in the head, and as the rule's
/// location.
std::vector<std::uint32_t> uses_of(const dedalus::Rule& rule);

}  // namespace ldfi::ground
