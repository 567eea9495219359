// Reads and writes axes of grids, and spans: numbers and ranges, on the command line and in YAML.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/config/option_value.hpp"

namespace ldfi::config {

/// Maximum of values of one axis.
inline constexpr std::size_t max_axis = 10'000;

/// The values from, from + step, … up to `to`.
struct AxisRange {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t step = 1;
};

/// Reads an axis: `1,4..8,10..20/5` has the values 1 4 5 6 7 8 10 15 20.
std::variant<Value, Refusal> read_axis(const OptionRow& row, std::string_view text);

/// Reads one number, or one bound of a range, within the row's range.
std::variant<std::uint64_t, Refusal> read_tick(const OptionRow& row, std::string_view text);

/// Returns all values of the ranges, sorted. Refuses an empty range, a step of 0, a repeated value,
/// and more than max_axis values.
std::variant<Value, Refusal> expand_axis(const std::vector<AxisRange>& ranges);

/// Reads a span: `2..5` has the values 2 5, and `3` has 3 3.
std::variant<Value, Refusal> read_span(const OptionRow& row, std::string_view text);
std::string show_span(const std::vector<int>& span);

/// Writes an axis in the form of read_axis(). Three or more values at equal distances become a
/// range.
std::string show_axis(const std::vector<int>& values);

}  // namespace ldfi::config
