// Determines which promise a violation breaks, so that violations by different nodes and values can
// be compared.
#pragma once

#include <string>
#include <vector>

namespace ldfi::systems {

/// Returns the text of a violation without names of nodes, numbers, and the contents of brackets,
/// such as lists of values.
[[nodiscard]] std::string promise_of(const std::string& violated,
                                     const std::vector<std::string>& nodes);

}  // namespace ldfi::systems
