// Explains an execution that failed, in a few sentences: what happened and why, in the order of
// time.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

struct Step {
  std::int64_t time = 0;
  /// A sentence without its time and full stop. Lines from stderr may follow it. Must be made
  /// printable before it is shown.
  std::string text;
  bool fault = false;
};

/// Returns the steps: requests of clients with their answers, faults with their effects, and
/// messages that nodes send only in `bad`. `good` is a passing execution, and `plain` is the
/// failure-free run. Both may be null. The step of a lost message says what its receiver does with
/// this message in `good`. If it does not arrive there either, uses `plain`.
[[nodiscard]] std::vector<Step> story(const History& bad, const History* good,
                                      const History* plain = nullptr);

/// Returns the steps as lines, such as `  50 ms     gossip#0 from n0 to n1 is lost`.
[[nodiscard]] std::string story_text(const std::vector<Step>& steps);

}  // namespace ldfi::results
