#include "common/systems/faults.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "common/base/text.hpp"

namespace ldfi::systems {
namespace {

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

bool add_loss(FaultSet& faults, std::string_view rest) {
  const auto from = take_until(rest, ',');
  const auto to = take_until(rest, ',');
  const auto type = take_until(rest, '#');
  const auto k = number(rest);
  if (!from || !to || !type || !k || !is_name(*from) || !is_name(*to) || !is_name(*type)) {
    return false;
  }
  return faults.losses.insert({std::string(*from), std::string(*to), std::string(*type), *k})
      .second;
}

bool add_crash(FaultSet& faults, std::string_view rest) {
  const auto node = take_until(rest, ',');
  if (!node || !is_name(*node) || !rest.starts_with('#')) return false;
  const auto activation = number(rest.substr(1));
  return activation && *activation > 0 && faults.crashes.emplace(*node, *activation).second;
}

}  // namespace

bool is_name(std::string_view text) {
  constexpr std::size_t longest = 200;
  return text.size() <= longest && is_plain_word(text);
}

std::string to_text(const MessageId& id) {
  return fmt::format("{},{},{}#{}", id.from, id.to, id.type, id.number);
}

bool FaultSet::subset_of(const FaultSet& other) const {
  return std::ranges::includes(other.losses, losses) &&
         std::ranges::includes(other.crashes, crashes);
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
  return crashes <=> other.crashes;
}

std::vector<std::string> to_texts(const FaultSet& faults) {
  std::vector<std::string> out;
  for (const MessageId& id : faults.losses) out.push_back(fmt::format("O({})", to_text(id)));
  for (const auto& [node, activation] : faults.crashes) {
    out.push_back(fmt::format("C({},#{})", node, activation));
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
  return text[0] == 'C' && add_crash(faults, rest);
}

bool Fspec::has_node(std::string_view name) const {
  return std::ranges::find(nodes, name) != nodes.end();
}

bool Fspec::may_crash(std::string_view node) const {
  if (crashes == 0 || !has_node(node)) return false;
  return !crashable || std::ranges::find(*crashable, node) != crashable->end();
}

}  // namespace ldfi::systems
