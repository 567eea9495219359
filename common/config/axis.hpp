// The axis of a grid, and a span: numbers and ranges, on the command line and in YAML.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/config/option_value.hpp"

namespace ldfi::config {

/// The most values of one axis.
inline constexpr std::size_t max_axis = 10'000;

/// from, from + step, … up to `to`.
struct AxisRange {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t step = 1;
};

/// `1,4..8,10..20/5` → 1 4 5 6 7 8 10 15 20.
std::variant<Value, Refusal> read_axis(const OptionRow& row, std::string_view text);

/// Reads one number, or one bound of a range, within the row's range.
std::variant<std::uint64_t, Refusal> read_tick(const OptionRow& row, std::string_view text);

/// All values of the ranges, sorted. Refuses an empty range, a step of 0, a value given twice, and
/// more than max_axis values.
std::variant<Value, Refusal> expand_axis(const std::vector<AxisRange>& ranges);

/// `2..5` → 2 5, and `3` → 3 3.
std::variant<Value, Refusal> read_span(const OptionRow& row, std::string_view text);
std::string show_span(const std::vector<int>& span);

/// Writes an axis as read_axis() reads it. Three or more values at equal distances become a range.
std::string show_axis(const std::vector<int>& values);

}  // namespace ldfi::config
