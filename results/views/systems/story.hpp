// What happened in an execution that failed, and why, as a few sentences in the order of time.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

struct Step {
  std::int64_t time = 0;
  /// One sentence, without its time and its full stop, and then perhaps lines of stderr. Not printable
  /// yet.
  std::string text;
  bool fault = false;
};

/// What clients asked, each fault with what it cut, what nodes do then that they do not do in
/// `good`, an execution that passed, and what clients hear in the end. Every fault that struck is
/// among the steps; what it cut is told from `good` or, if the same is cut there, from `plain`, the
/// execution without faults. Either may be null.
[[nodiscard]] std::vector<Step> story(const History& bad, const History* good,
                                      const History* plain = nullptr);

/// The same as lines: `  50 ms     gossip#0 from n0 to n1 is lost`.
[[nodiscard]] std::string story_text(const std::vector<Step>& steps);

}  // namespace ldfi::results
