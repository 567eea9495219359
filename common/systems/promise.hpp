// Identifies the promise that a violation breaks, independent of nodes and values.
#pragma once

#include <string>
#include <vector>

namespace ldfi::systems {

/// Returns the text of a violation without names of nodes, numbers, and the contents of brackets,
/// such as lists of values or operations of a transaction.
[[nodiscard]] std::string promise_of(const std::string& violated,
                                     const std::vector<std::string>& nodes);

}  // namespace ldfi::systems
