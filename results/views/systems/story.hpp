// Tells the story of an execution that failed: a few sentences, in the order of time, about what happened
// and why.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

struct Step {
  std::int64_t time = 0;
  /// A sentence without its time and full stop. Lines from stderr may follow. The text must be made printable
  /// before it is shown.
  std::string text;
  bool fault = false;
};

/// Returns the steps of the story: the requests of clients with their answers, each fault that struck with
/// its effect, and the messages that nodes send only in `bad`. `good` is a passing execution, and `plain` is
/// the failure-free run; both may be null. The step of a lost message says what its receiver does with the
/// message in `good` or, if it does not arrive there, in `plain`.
[[nodiscard]] std::vector<Step> story(const History& bad, const History* good,
                                      const History* plain = nullptr);

/// Returns the steps as lines: `  50 ms     gossip#0 from n0 to n1 is lost`.
[[nodiscard]] std::string story_text(const std::vector<Step>& steps);

}  // namespace ldfi::results
