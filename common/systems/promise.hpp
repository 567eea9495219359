// Shortens the text of a violation to the promise that is broken, so that violations by different
// nodes and values can be compared.
#pragma once

#include <string>
#include <vector>

namespace ldfi::systems {

/// Returns the text of a violation with `#` for each name of a node, each number and each pair of
/// square brackets with its contents.
[[nodiscard]] std::string promise_of(const std::string& violated,
                                     const std::vector<std::string>& nodes);

}  // namespace ldfi::systems
