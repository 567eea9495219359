#include "common/faults/fault_weights.hpp"

#include <fmt/core.h>

namespace ldfi {
namespace {

constexpr std::size_t decimals = 6;
// Largest number of digits before the decimal point that FaultWeights::most allows.
constexpr std::size_t most_digits = 7;

bool only_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

std::optional<std::uint64_t> read_weight(std::string_view text) {
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  const std::string_view rest =
      point == std::string_view::npos ? std::string_view("0") : text.substr(point + 1);
  if (!only_digits(whole) || whole.size() > most_digits || !only_digits(rest) ||
      rest.size() > decimals) {
    return std::nullopt;
  }
  std::uint64_t out = 0;
  for (const char c : whole) out = 10 * out + static_cast<std::uint64_t>(c - '0');
  for (std::size_t i = 0; i < decimals; ++i) {
    out = 10 * out + (i < rest.size() ? static_cast<std::uint64_t>(rest[i] - '0') : 0);
  }
  return out <= FaultWeights::most ? std::optional(out) : std::nullopt;
}

std::string show_weight(std::uint64_t millionths) {
  std::string rest = fmt::format("{:06}", millionths % FaultWeights::one);
  rest.resize(rest.find_last_not_of('0') + 1);
  return fmt::format("{}{}{}", millionths / FaultWeights::one, rest.empty() ? "" : ".", rest);
}

std::uint64_t FaultWeights::named(std::string_view kind) const {
  if (const std::size_t index = kind_named(kind); index < kind_count) return kinds.values[index];
  const auto found = others.find(kind);
  return found == others.end() ? one : found->second;
}

std::string to_text(const FaultWeights& weights) {
  std::string out;
  for (std::size_t kind = 0; kind < kind_count; ++kind) {
    const std::uint64_t weight = weights.kinds.values[kind];
    if (weight == FaultWeights::one) continue;
    out += fmt::format("{}{}={}", out.empty() ? "" : ",", kind_names[kind], show_weight(weight));
  }
  for (const auto& [kind, weight] : weights.others) {
    out += fmt::format("{}{}={}", out.empty() ? "" : ",", kind, show_weight(weight));
  }
  return out;
}

}  // namespace ldfi
