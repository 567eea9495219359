// Join orders: the order in which a rule's positive literals are matched, and the columns whose
// values are known before each match. Only for common/dedalus/ground and common/prove/forever.
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
  /// steps, because they may fail.
  std::vector<std::uint32_t> late;
};

/// Returns a greedy order. It begins with the literal number `first`, if given. Then the literal
/// with the most bound columns always comes next. Literals of `crash` come as late as possible,
/// because they match every node and tick.
Plan make_plan(const dedalus::Program& program, const dedalus::Rule& rule,
               std::optional<std::uint32_t> first);

/// Returns for each variable how often it occurs in the rule: in the body, in the head and as its
/// location. The result is indexed by the variable's slot.
std::vector<std::uint32_t> uses_of(const dedalus::Rule& rule);

}  // namespace ldfi::ground
