// Decides in near n log n time whether reads and writes of one register are linearizable, if each value
// that is read is written at most once [GIBBONS97].
#pragma once

#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/check/linearizable.hpp"

namespace ldfi::check {

/// True if there is no cas, and each value that is read is written at most once.
[[nodiscard]] bool has_distinct_values(const std::vector<RegisterCall>& calls);

/// The conflict among the first `count` of `answers`, which are by_answer(calls), if there is one.
/// Requires has_distinct_values(calls), and that for each value read before `count` a write was requested.
/// Throws what the meter's check throws.
[[nodiscard]] std::optional<Conflict> conflict_of_zones(const std::vector<RegisterCall>& calls,
                                                        const std::vector<std::uint32_t>& answers,
                                                        std::size_t count, Meter& meter);

}  // namespace ldfi::check
