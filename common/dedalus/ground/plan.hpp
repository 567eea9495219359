// Join orders: which positive literal to match after which, and which columns are bound by then.
// Private to common/dedalus/ground.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::ground {

struct Plan {
  struct Step {
    std::uint32_t literal = 0;               ///< index into Rule::positive
    std::uint64_t bound = 0;                 ///< columns that are constants or bound before
    std::vector<std::uint32_t> comparisons;  ///< those that can be decided after this step
  };
  std::vector<Step> steps;
  std::vector<std::uint32_t>
      late;  ///< comparisons with arithmetic, in source order, after everything
};

/// Greedy: `first` (if given) at the front, then always the literal with most bound columns; crash
/// literals as late as possible, since they match every node and tick.
Plan make_plan(const dedalus::Program& program, const dedalus::Rule& rule,
               std::optional<std::uint32_t> first);

}  // namespace ldfi::ground
