// Which executions of a real system are repeated, and where two of one fault set differ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/systems/recording.hpp"

namespace ldfi::app {

/// True of so many of a million executions, evenly, by their number; of the first two unless it is
/// none: what processes that are reset or forked have left behind shows in the second.
[[nodiscard]] bool is_sampled(std::size_t which, std::uint64_t millionths);

/// Where they differ, empty if nowhere.
[[nodiscard]] std::string difference(const systems::Recording& one,
                                     const systems::Recording& other);

}  // namespace ldfi::app
