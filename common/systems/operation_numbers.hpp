// Which operations of a workload are asked, as it is written: `0,3,5..8`, or `none`. They are numbered in the order in
// which they happen, from 0 on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi::systems {

/// Ascending. Nothing if it is no such text, has a number twice, or one of 1,000,000 or more.
[[nodiscard]] std::optional<std::vector<std::uint32_t>> read_operation_numbers(
    std::string_view text);

/// Three numbers or more that follow each other are a range. `numbers` are ascending.
[[nodiscard]] std::string operation_numbers_text(const std::vector<std::uint32_t>& numbers);

}  // namespace ldfi::systems
