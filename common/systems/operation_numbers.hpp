// Reads and writes which operations of a workload are selected, such as `0,3,5..8`, or `none`.
// Operations are numbered from 0, in the order in which they happen.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi::systems {

/// Returns the numbers in the text, ascending. Returns nullopt if the text has another form,
/// repeats a number, or has a number of 1,000,000 or more.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> read_operation_numbers(
    std::string_view text);

/// Returns the text for ascending numbers. Three or more consecutive numbers become a range.
[[nodiscard]] std::string operation_numbers_text(const std::vector<std::uint32_t>& numbers);

}  // namespace ldfi::systems
