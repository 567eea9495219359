// Decides by a search whether the calls of one register are linearizable. Works for all kinds of
// calls.
#pragma once

#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/systems/check/linearizable.hpp"

namespace ldfi::check {

/// Returns a conflict among the first `count` calls of `answers`, or nullopt. Requires that
/// `answers` is the result of order_by_answer(calls). Throws BudgetExceeded("steps") if a limit is
/// exceeded. Exceptions of the meter's check pass through.
[[nodiscard]] std::optional<Conflict> conflict_by_search(const std::vector<RegisterCall>& calls,
                                                         const std::vector<std::uint32_t>& answers,
                                                         std::size_t count, Meter& meter,
                                                         const SearchLimits& limits);

}  // namespace ldfi::check
