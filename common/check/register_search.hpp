// Decides by a search whether the calls of one register are linearizable: any calls, with open ones.
#pragma once

#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/check/linearizable.hpp"

namespace ldfi::check {

/// The conflict among the first `count` of `answers`, which are by_answer(calls), if there is one. Throws
/// BudgetExceeded("steps") beyond `limits`, and what the meter's check throws.
[[nodiscard]] std::optional<Conflict> conflict_by_search(const std::vector<RegisterCall>& calls,
                                                         const std::vector<std::uint32_t>& answers,
                                                         std::size_t count, Meter& meter,
                                                         const SearchLimits& limits);

}  // namespace ldfi::check
