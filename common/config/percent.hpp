// Shares that users write in percent: `5%`, `0.5%`. Exact, in millionths. Private to common/config.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ldfi::config {

/// 100 %.
inline constexpr std::uint64_t whole_share = 1'000'000;

/// Millionths: `0.5%` → 5000, `0` → 0. Nothing if it is none of 0% to 100%, or has more than four
/// decimals.
std::optional<std::uint64_t> read_percent(std::string_view text);
/// 5000 → `0.5%`
std::string show_percent(std::uint64_t millionths);

}  // namespace ldfi::config
