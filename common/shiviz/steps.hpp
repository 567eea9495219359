// A recording in the words of a program: what every node received, one step after the other.
#pragma once

#include <string>
#include <vector>

#include "common/shiviz/names.hpp"

namespace ldfi::shiviz {

struct Step {
  int line = 0;
  std::string from;  ///< empty: from outside, or from the node itself
  std::string to;
  std::string fact;
  std::string own;    ///< of a message: what is given if the node has told itself; may be empty
  std::string after;  ///< what holds when the node tells itself; may be empty
};

/// Adds to `problems` the nodes and messages that have no name, at most most_problems.
[[nodiscard]] std::vector<Step> steps_of(const std::vector<LogEvent>& events, const Names& names,
                                         std::vector<Diagnostic>& problems);

/// As JSON lines, which `ldfi-farm --replay-schedule` follows.
[[nodiscard]] std::string schedule_of(const std::vector<Step>& steps);

}  // namespace ldfi::shiviz
