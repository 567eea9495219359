// Translates a recording into facts of a program: one step for each message that a node received.
#pragma once

#include <string>
#include <vector>

#include "common/shiviz/names.hpp"

namespace ldfi::shiviz {

struct Step {
  int line = 0;
  std::string from;  ///< sender; empty if the step comes from outside or from the node itself
  std::string to;
  std::string fact;
  std::string own;    ///< fact that holds if the receiver postpones the message; may be empty
  std::string after;  ///< fact that held before the node sent itself the message; may be empty
};

/// Returns the steps of the recording. Adds an error to `problems` for each node or message that
/// `names` do not translate, at most most_problems.
[[nodiscard]] std::vector<Step> steps_of(const std::vector<LogEvent>& events, const Names& names,
                                         std::vector<Diagnostic>& problems);

/// Returns the steps as JSON lines for `ldfi-farm --replay-schedule`.
[[nodiscard]] std::string schedule_of(const std::vector<Step>& steps);

}  // namespace ldfi::shiviz
