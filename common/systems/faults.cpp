#include "common/systems/faults.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "common/base/text.hpp"

namespace ldfi::systems {
namespace {

/// Those whose name ends with another's come first.
constexpr std::array<std::pair<std::string_view, std::int64_t>, 4> units{
    {{"ns", 1}, {"us", 1'000}, {"ms", 1'000'000}, {"s", 1'000'000'000}}};

/// Takes what stands before `end` from the front of `text`. Nothing if `end` is not there.
std::optional<std::string_view> take_until(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view out = text.substr(0, at);
  text.remove_prefix(at + 1);
  return out;
}

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool whole = error == std::errc() && end == text.data() + text.size();
  return whole && (text == "0" || text.front() != '0') ? std::optional(out) : std::nullopt;
}

std::optional<MessageId> message(std::string_view rest) {
  const auto from = take_until(rest, ',');
  const auto to = take_until(rest, ',');
  const auto type = take_until(rest, '#');
  const auto k = number(rest);
  if (!from || !to || !type || !k || !is_name(*from) || !is_name(*to) || !is_name(*type)) {
    return std::nullopt;
  }
  return MessageId{std::string(*from), std::string(*to), std::string(*type), *k};
}

bool add_loss(FaultSet& faults, std::string_view rest) {
  const auto id = message(rest);
  return id && !faults.delays.contains(*id) && faults.losses.insert(*id).second;
}

bool add_delay(FaultSet& faults, std::string_view rest) {
  const std::size_t plus = rest.find(",+");
  if (plus == std::string_view::npos) return false;
  const auto id = message(rest.substr(0, plus));
  const auto late = read_duration(rest.substr(plus + 2));
  return id && late && *late > 0 && !faults.losses.contains(*id) &&
         faults.delays.emplace(*id, *late).second;
}

bool add_crash(FaultSet& faults, std::string_view rest) {
  const auto node = take_until(rest, ',');
  if (!node || !is_name(*node) || !rest.starts_with('#')) return false;
  const std::size_t plus = std::min(rest.find(",+"), rest.size());
  const auto activation = number(rest.substr(1, plus - 1));
  if (!activation || *activation == 0) return false;
  const Activation one{std::string(*node), *activation};
  const auto crash = faults.crashes.find(one.node);
  if (plus == rest.size()) {
    return !faults.restarts.contains(one) && faults.crashes.emplace(one.node, one.number).second;
  }
  const auto down = read_duration(rest.substr(plus + 2));
  const bool other = crash != faults.crashes.end() && crash->second == one.number;
  return down && *down > 0 && !other && faults.restarts.emplace(one, *down).second;
}

}  // namespace

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
  return "";  // ns says it all
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

std::string to_text(const MessageId& id) {
  return fmt::format("{},{},{}#{}", id.from, id.to, id.type, id.number);
}

bool FaultSet::subset_of(const FaultSet& other) const {
  return std::ranges::includes(other.losses, losses) &&
         std::ranges::includes(other.crashes, crashes) &&
         std::ranges::includes(other.restarts, restarts) &&
         std::ranges::includes(other.delays, delays);
}

bool FaultSet::below(const FaultSet& other) const {
  const auto no_longer = [](const auto& mine, const auto& theirs) {
    return std::ranges::all_of(mine, [&theirs](const auto& one) {
      const auto found = theirs.find(one.first);
      return found != theirs.end() && one.second <= found->second;
    });
  };
  return std::ranges::includes(other.losses, losses) &&
         std::ranges::includes(other.crashes, crashes) && no_longer(restarts, other.restarts) &&
         no_longer(delays, other.delays);
}

std::strong_ordering FaultSet::operator<=>(const FaultSet& other) const {
  if (const auto by_size = size() <=> other.size(); by_size != 0) return by_size;
  // More losses come first, as a loss comes before a crash.
  auto mine = losses.begin();
  auto theirs = other.losses.begin();
  for (; mine != losses.end() && theirs != other.losses.end(); ++mine, ++theirs) {
    if (const auto order = *mine <=> *theirs; order != 0) return order;
  }
  if (mine != losses.end()) return std::strong_ordering::less;
  if (theirs != other.losses.end()) return std::strong_ordering::greater;
  if (crashes.size() != other.crashes.size()) return other.crashes.size() <=> crashes.size();
  if (const auto order = crashes <=> other.crashes; order != 0) return order;
  if (restarts.size() != other.restarts.size()) return other.restarts.size() <=> restarts.size();
  if (const auto order = restarts <=> other.restarts; order != 0) return order;
  return delays <=> other.delays;
}

std::vector<std::string> to_texts(const FaultSet& faults) {
  std::vector<std::string> out;
  for (const MessageId& id : faults.losses) out.push_back(fmt::format("O({})", to_text(id)));
  for (const auto& [node, activation] : faults.crashes) {
    out.push_back(fmt::format("C({},#{})", node, activation));
  }
  for (const auto& [one, down] : faults.restarts) {
    out.push_back(fmt::format("C({},#{},+{})", one.node, one.number, duration_text(down)));
  }
  for (const auto& [id, late] : faults.delays) {
    out.push_back(fmt::format("D({},+{})", to_text(id), duration_text(late)));
  }
  return out;
}

std::string to_text(const FaultSet& faults) {
  return faults.empty() ? "none" : fmt::format("{}", fmt::join(to_texts(faults), " "));
}

bool add_fault(FaultSet& faults, std::string_view text) {
  if (text.size() < 3 || text[1] != '(' || text.back() != ')') return false;
  const std::string_view rest = text.substr(2, text.size() - 3);
  if (text[0] == 'O') return add_loss(faults, rest);
  if (text[0] == 'D') return add_delay(faults, rest);
  return text[0] == 'C' && add_crash(faults, rest);
}

bool Fspec::has_node(std::string_view name) const {
  return std::ranges::find(nodes, name) != nodes.end();
}

bool Fspec::may_crash(std::string_view node) const {
  return crashes > 0 && is_crashable(node);
}

bool Fspec::may_restart(std::string_view node) const {
  return restarts > 0 && is_crashable(node);
}

bool Fspec::is_crashable(std::string_view node) const {
  return has_node(node) && (!crashable || std::ranges::find(*crashable, node) != crashable->end());
}

}  // namespace ldfi::systems
