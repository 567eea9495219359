#include "common/config/percent.hpp"

#include <fmt/core.h>

namespace ldfi::config {
namespace {

constexpr std::size_t percent_decimals = 4;  // largest number of decimals in a percentage
constexpr std::uint64_t one_percent = whole_share / 100;

bool only_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<std::uint64_t> read_percent(std::string_view text) {
  if (text == "0") return 0;
  if (!text.ends_with('%')) return std::nullopt;
  text.remove_suffix(1);
  const std::size_t point = text.find('.');
  const std::string_view number = text.substr(0, point);
  const std::string_view rest =
      point == std::string_view::npos ? std::string_view("0") : text.substr(point + 1);
  if (!only_digits(number) || number.size() > 3 || !only_digits(rest) ||
      rest.size() > percent_decimals) {
    return std::nullopt;
  }
  std::uint64_t out = 0;
  for (const char c : number) out = 10 * out + static_cast<std::uint64_t>(c - '0');
  for (std::size_t i = 0; i < percent_decimals; ++i) {
    out = 10 * out + (i < rest.size() ? static_cast<std::uint64_t>(rest[i] - '0') : 0);
  }
  return out <= whole_share ? std::optional(out) : std::nullopt;
}

std::string show_percent(std::uint64_t millionths) {
  std::string rest = fmt::format("{:04}", millionths % one_percent);
  rest.resize(rest.find_last_not_of('0') + 1);
  return fmt::format("{}{}{}%", millionths / one_percent, rest.empty() ? "" : ".", rest);
}

}  // namespace ldfi::config
