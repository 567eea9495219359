// Converts shares between percent, as users write them (`5%`, `0.5%`), and exact numbers of
// millionths. Private to common/config.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ldfi::config {

/// The share of 100 %, in millionths.
inline constexpr std::uint64_t whole_share = 1'000'000;

/// Returns the share in millionths: 5000 for `0.5%`, 0 for `0`. Returns nullopt unless the text is
/// between 0% and 100% and has at most four decimals.
std::optional<std::uint64_t> read_percent(std::string_view text);
/// Returns the share as text, such as `0.5%` for 5000.
std::string show_percent(std::uint64_t millionths);

}  // namespace ldfi::config
