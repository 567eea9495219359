// Decides by a search whether the calls of one register are linearizable. Accepts every kind of call.
#pragma once

#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/systems/check/linearizable.hpp"

namespace ldfi::check {

/// Returns the conflict among the first `count` of `answers`, or nullopt. Requires that `answers`
/// is the result of by_answer(calls). Throws BudgetExceeded("steps") if the limits are exceeded.
/// Exceptions of the meter's check pass through.
[[nodiscard]] std::optional<Conflict> conflict_by_search(const std::vector<RegisterCall>& calls,
                                                         const std::vector<std::uint32_t>& answers,
                                                         std::size_t count, Meter& meter,
                                                         const SearchLimits& limits);

}  // namespace ldfi::check
