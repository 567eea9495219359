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

struct Plan {
  struct Step {
    std::uint32_t literal = 0;               ///< index into Rule::positive
    std::uint64_t bound = 0;                 ///< bit i: column i is a constant or bound before
    std::vector<std::uint32_t> comparisons;  ///< can be decided after this step
  };
  std::vector<Step> steps;
  /// Comparisons with arithmetic, in source order; they come after all steps.
  std::vector<std::uint32_t> late;
};

/// A greedy order: `first`, if given, and then always the literal with the most bound columns.
/// Crash literals come as late as possible, because they match every node and tick.
Plan make_plan(const dedalus::Program& program, const dedalus::Rule& rule,
               std::optional<std::uint32_t> first);

/// How often each variable occurs, by slot: in what the rule reads and concludes, and as the place where it
/// runs.
std::vector<std::uint32_t> uses_of(const dedalus::Rule& rule);

}  // namespace ldfi::ground
