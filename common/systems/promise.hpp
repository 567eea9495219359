// Which promise a violation breaks, whoever it happens to.
#pragma once

#include <string>
#include <vector>

namespace ldfi::systems {

/// What is violated without names of nodes, numbers, and what stands in brackets, such as a list of values or the
/// operations of a transaction.
[[nodiscard]] std::string promise_of(const std::string& violated,
                                     const std::vector<std::string>& nodes);

}  // namespace ldfi::systems
