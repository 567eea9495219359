// Shares in percent as users write them: `5%`, `0.5%`. They are exact numbers of millionths.
// Private to common/config.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ldfi::config {

/// 100 %, in millionths.
inline constexpr std::uint64_t whole_share = 1'000'000;

/// Returns the millionths: 5000 for `0.5%`, 0 for `0`. Returns nullopt unless the text is between
/// 0% and 100% and has at most four decimals.
std::optional<std::uint64_t> read_percent(std::string_view text);
/// Returns a text such as `0.5%` for 5000.
std::string show_percent(std::uint64_t millionths);

}  // namespace ldfi::config
