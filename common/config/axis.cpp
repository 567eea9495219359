#include "common/config/axis.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace ldfi::config {
namespace {

/// Returns the row with the kind `integer` and the given range.
OptionRow as_integer(const OptionRow& row, std::uint64_t low, std::uint64_t high) {
  OptionRow out = row;
  out.kind = Kind::integer;
  out.low = low;
  out.high = high;
  return out;
}

std::variant<std::uint64_t, Refusal> integer(const OptionRow& row, std::string_view text) {
  auto result = read_value(row, text);
  if (auto* refusal = std::get_if<Refusal>(&result)) return std::move(*refusal);
  return std::get<std::uint64_t>(std::get<Value>(result));
}

std::variant<AxisRange, Refusal> read_range(const OptionRow& row, std::string_view text) {
  const std::size_t dots = text.find("..");
  const std::size_t slash = dots == std::string_view::npos ? dots : text.find('/', dots);
  const auto from = read_tick(row, text.substr(0, dots));
  if (const auto* refusal = std::get_if<Refusal>(&from)) return *refusal;
  AxisRange range{std::get<0>(from), std::get<0>(from), 1};
  if (dots == std::string_view::npos) return range;
  const std::size_t end = std::min(slash, text.size());
  const auto to = read_tick(row, text.substr(dots + 2, end - dots - 2));
  if (const auto* refusal = std::get_if<Refusal>(&to)) return *refusal;
  range.to = std::get<0>(to);
  if (slash == std::string_view::npos) return range;
  const auto step = integer(as_integer(row, 1, row.high), text.substr(slash + 1));
  if (const auto* refusal = std::get_if<Refusal>(&step)) return *refusal;
  range.step = std::get<0>(step);
  return range;
}

}  // namespace

std::variant<std::uint64_t, Refusal> read_tick(const OptionRow& row, std::string_view text) {
  return integer(as_integer(row, row.low, row.high), text);
}

std::variant<Value, Refusal> read_axis(const OptionRow& row, std::string_view text) {
  std::vector<AxisRange> ranges;
  for (const std::string& part : split_names(text)) {
    const auto range = read_range(row, part);
    if (const auto* refusal = std::get_if<Refusal>(&range)) return *refusal;
    ranges.push_back(std::get<AxisRange>(range));
    if (ranges.size() > max_axis) break;
  }
  return expand_axis(ranges);
}

std::variant<Value, Refusal> read_span(const OptionRow& row, std::string_view text) {
  const std::size_t dots = text.find("..");
  const auto least = read_tick(row, text.substr(0, dots));
  if (const auto* refusal = std::get_if<Refusal>(&least)) return *refusal;
  const auto most = read_tick(row, dots == std::string_view::npos ? text : text.substr(dots + 2));
  if (const auto* refusal = std::get_if<Refusal>(&most)) return *refusal;
  if (std::get<0>(most) < std::get<0>(least)) {
    return Refusal{
        fmt::format("the range from {} to {} is empty", std::get<0>(least), std::get<0>(most)), {}};
  }
  return Value(
      std::vector{static_cast<int>(std::get<0>(least)), static_cast<int>(std::get<0>(most))});
}

std::string show_span(const std::vector<int>& span) {
  if (span.empty()) return "";
  return span[0] == span[1] ? fmt::format("{}", span[0]) : fmt::format("{}..{}", span[0], span[1]);
}

std::variant<Value, Refusal> expand_axis(const std::vector<AxisRange>& ranges) {
  std::vector<int> values;
  for (const AxisRange& r : ranges) {
    if (r.from > r.to) {
      return Refusal{fmt::format("the range from {} to {} is empty", r.from, r.to), {}};
    }
    if (r.step == 0) return Refusal{"the step is 0", {}};
    for (std::uint64_t v = r.from; v <= r.to; v += r.step) {
      values.push_back(static_cast<int>(v));
      if (values.size() > max_axis) {
        return Refusal{fmt::format("more than {} values are too many", max_axis), {}};
      }
    }
  }
  std::sort(values.begin(), values.end());
  const auto twice = std::adjacent_find(values.begin(), values.end());
  if (twice != values.end()) return Refusal{fmt::format("{} is given twice", *twice), {}};
  return Value(std::move(values));
}

std::string show_axis(const std::vector<int>& values) {
  std::string out;
  for (std::size_t i = 0; i < values.size();) {
    std::size_t last = i;
    const int step = i + 1 < values.size() ? values[i + 1] - values[i] : 0;
    while (last + 1 < values.size() && values[last + 1] - values[last] == step) ++last;
    if (last < i + 2) last = i;
    out += fmt::format("{}{}", out.empty() ? "" : ",", values[i]);
    if (last > i) out += fmt::format("..{}", values[last]);
    if (last > i && step > 1) out += fmt::format("/{}", step);
    i = last + 1;
  }
  return out;
}

}  // namespace ldfi::config
