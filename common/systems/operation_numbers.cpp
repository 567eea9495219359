#include "common/systems/operation_numbers.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>

namespace ldfi::systems {
namespace {

constexpr std::uint32_t end_of_numbers = 1'000'000;
constexpr std::string_view no_operations = "none";

std::optional<std::uint32_t> read_number(std::string_view text) {
  std::uint32_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool good = error == std::errc() && end == text.data() + text.size();
  return good && out < end_of_numbers ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<std::vector<std::uint32_t>> read_operation_numbers(std::string_view text) {
  std::vector<std::uint32_t> out;
  if (text == no_operations) return out;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    const std::string_view part = text.substr(0, comma);
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
    const std::size_t dots = part.find("..");
    const auto first = read_number(part.substr(0, dots));
    const auto last = dots == std::string_view::npos ? first : read_number(part.substr(dots + 2));
    if (!first || !last || *first > *last) return std::nullopt;
    if (*last - *first + out.size() >= end_of_numbers) return std::nullopt;
    for (std::uint32_t i = *first; i <= *last; ++i) out.push_back(i);
  }
  std::ranges::sort(out);
  const bool twice = std::ranges::adjacent_find(out) != out.end();
  return twice ? std::nullopt : std::optional(std::move(out));
}

std::string operation_numbers_text(const std::vector<std::uint32_t>& numbers) {
  constexpr std::size_t range = 3;
  std::string out(numbers.empty() ? no_operations : "");
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i + 1;
    while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
    if (end - i < range) end = i + 1;
    if (i > 0) out += ",";
    out += end - i < range ? fmt::format("{}", numbers[i])
                           : fmt::format("{}..{}", numbers[i], numbers[end - 1]);
    i = end;
  }
  return out;
}

}  // namespace ldfi::systems
