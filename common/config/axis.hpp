// Reads and writes numbers and ranges, on the command line and in YAML. An axis is a list of values
// that a sweep tries. A span is a lower and an upper bound.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/config/option_value.hpp"

namespace ldfi::config {

/// Largest number of values of one axis.
inline constexpr std::size_t max_axis = 10'000;

/// A range: the values from, from + step, … up to `to`.
struct AxisRange {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t step = 1;
};

/// Reads an axis: `1,4..8,10..20/5` has the values 1 4 5 6 7 8 10 15 20.
std::variant<Value, Refusal> read_axis(const OptionRow& row, std::string_view text);

/// Reads a number, which must be in the row's range. The number may be one bound of a range.
std::variant<std::uint64_t, Refusal> read_tick(const OptionRow& row, std::string_view text);

/// Returns all values of the ranges, sorted. Refuses an empty range, a step of 0, a repeated value,
/// and more than max_axis values.
std::variant<Value, Refusal> expand_axis(const std::vector<AxisRange>& ranges);

/// Reads a span, such as `2..5` with the bounds 2 and 5, or `3` with 3 and 3.
std::variant<Value, Refusal> read_span(const OptionRow& row, std::string_view text);
std::string show_span(const std::vector<int>& span);

/// Returns the text of an axis in the form of read_axis(). Three or more values at equal distances
/// become a range.
std::string show_axis(const std::vector<int>& values);

}  // namespace ldfi::config
