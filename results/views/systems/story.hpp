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
  /// One sentence without its time and full stop. Lines of stderr may follow. The text is not yet safe to
  /// print.
  std::string text;
  bool fault = false;
};

/// Returns the steps of the story: the requests of clients with their answers, each fault with its effect,
/// and the messages that nodes send only in `bad`. All faults that struck are among the steps. `good` is an
/// execution that passed. The step of a lost message says what its receiver does in `good`, or in `plain`
/// if the message does not arrive in `good`. `plain` is the failure-free run. `good` and `plain` may be null.
[[nodiscard]] std::vector<Step> story(const History& bad, const History* good,
                                      const History* plain = nullptr);

/// Returns the steps as lines: `  50 ms     gossip#0 from n0 to n1 is lost`.
[[nodiscard]] std::string story_text(const std::vector<Step>& steps);

}  // namespace ldfi::results
