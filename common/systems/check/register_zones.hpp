// Decides in about n log n time whether reads and writes of one register are linearizable. Requires
// that each value that is read is written at most once [GIBBONS97].
#pragma once

#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/systems/check/linearizable.hpp"

namespace ldfi::check {

/// Returns true if `calls` has no cas, and each value that is read is written at most once.
[[nodiscard]] bool has_distinct_values(const std::vector<RegisterCall>& calls);

/// Returns a conflict among the first `count` calls of `answers`, or nullopt. Requires that
/// `answers` is the result of order_by_answer(calls) and that has_distinct_values(calls) is true. Each
/// value that these calls read must have a requested write. Exceptions of the meter's check pass
/// through.
[[nodiscard]] std::optional<Conflict> conflict_of_zones(const std::vector<RegisterCall>& calls,
                                                        const std::vector<std::uint32_t>& answers,
                                                        std::size_t count, Meter& meter);

}  // namespace ldfi::check
