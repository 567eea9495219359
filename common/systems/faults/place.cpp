#include "common/systems/faults/place.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "common/base/text.hpp"
#include "common/systems/faults/socket_type.hpp"

namespace ldfi::systems {
namespace {

/// If the name of one unit ends with the name of another, as "ms" with "s", the longer name comes
/// first.
constexpr std::array<std::pair<std::string_view, std::int64_t>, 4> units{
    {{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && (text == "0" || text.front() != '0') ? std::optional(out) : std::nullopt;
}

}  // namespace

std::optional<std::string_view> take_until(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view out = text.substr(0, at);
  text.remove_prefix(at + 1);
  return out;
}

std::optional<std::string_view> take_until_plus(std::string_view& text) {
  const std::size_t at = text.find(",+");
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view out = text.substr(0, at);
  text.remove_prefix(at + 2);
  return out;
}

std::optional<MessageId> read_message(std::string_view rest) {
  const auto from = take_until(rest, ',');
  const auto to = take_until(rest, ',');
  const auto type = take_until(rest, '#');
  const auto k = number(rest);
  if (!from || !to || !type || !k || !is_name(*from) || !is_name(*to) || !is_message_type(*type)) {
    return std::nullopt;
  }
  return MessageId{std::string(*from), std::string(*to), std::string(*type), *k};
}

std::optional<std::int64_t> read_length(std::string_view text) {
  const auto out = read_duration(text);
  return out && *out > 0 ? out : std::nullopt;
}

std::optional<Lateness> read_lateness(std::string_view text) {
  if (!text.starts_with('#')) return read_length(text);
  const auto count = number(text.substr(1));
  return count && 0 < *count && *count <= most_behind ? std::optional(behind(*count))
                                                      : std::nullopt;
}

std::optional<Moment> read_moment(std::string_view text) {
  if (!text.starts_with('#')) return std::nullopt;
  const std::size_t plus = std::min(text.find('+'), text.size());
  const auto activation = number(text.substr(1, plus - 1));
  if (!activation || *activation == 0) return std::nullopt;
  Moment out{*activation};
  if (plus == text.size()) return out;
  const std::string_view said = text.substr(plus + 1);
  out.said = said.empty() ? 0 : number(said);
  return said == "0" || !out.said ? std::nullopt : std::optional(out);
}

bool is_message_type(std::string_view text) {
  return is_name(text) || read_socket_type(text);
}

bool is_name(std::string_view text) {
  constexpr std::size_t longest = 200;
  return text.size() <= longest && is_plain_word(text);
}

std::string duration_text(std::int64_t nanoseconds) {
  for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
    if (nanoseconds % unit->second == 0) {
      return fmt::format("{}{}", nanoseconds / unit->second, unit->first);
    }
  }
  return "";  // never reached, because every number is a multiple of 1 ns
}

std::string lateness_text(Lateness late) {
  return is_behind(late) ? fmt::format("#{}", activations_before(late)) : duration_text(late);
}

std::optional<std::int64_t> read_duration(std::string_view text) {
  for (const auto& [unit, factor] : units) {
    if (!text.ends_with(unit)) continue;
    const auto count = number(text.substr(0, text.size() - unit.size()));
    if (!count || *count > (std::uint64_t{1} << 53U) / static_cast<std::uint64_t>(factor)) {
      return std::nullopt;
    }
    return static_cast<std::int64_t>(*count) * factor;
  }
  return std::nullopt;
}

std::optional<Border> read_border(std::string_view text) {
  Border out;
  if (const std::size_t arrow = text.find('>'); arrow != std::string_view::npos) {
    const std::string_view to = text.substr(arrow + 1);
    text = text.substr(0, arrow);
    if (!is_name(to) || !is_name(text) || to == text) return std::nullopt;
    out.to = to;
    out.side.emplace(text);
    return out;
  }
  while (const auto one = take_until(text, ' ')) {
    if (!is_name(*one) || !out.side.emplace(*one).second) return std::nullopt;
  }
  return is_name(text) && out.side.emplace(text).second ? std::optional(out) : std::nullopt;
}

std::string to_text(const MessageId& id) {
  return fmt::format("{},{},{}#{}", id.from, id.to, id.type, id.number);
}

std::string to_text(const Moment& moment) {
  std::string out = fmt::format("#{}", moment.activation);
  if (moment.said) out += *moment.said == 0 ? "+" : fmt::format("+{}", *moment.said);
  return out;
}

std::string to_text(const Border& border) {
  const std::string side = fmt::format("{}", fmt::join(border.side, " "));
  return border.to.empty() ? side : side + ">" + border.to;
}

}  // namespace ldfi::systems
