#include "common/systems/fault_text.hpp"

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

}  // namespace

std::optional<MessageId> read_message(std::string_view rest) {
  const auto from = take_until(rest, ',');
  const auto to = take_until(rest, ',');
  const auto type = take_until(rest, '#');
  const auto k = number(rest);
  if (!from || !to || !type || !k || !is_name(*from) || !is_name(*to) || !is_name(*type)) {
    return std::nullopt;
  }
  return MessageId{std::string(*from), std::string(*to), std::string(*type), *k};
}

namespace {

/// A message has one fate.
bool has_fate(const FaultSet& faults, const MessageId& id) {
  return faults.losses.contains(id) || faults.delays.contains(id) || faults.duplicates.contains(id);
}

bool add_loss(FaultSet& faults, std::string_view rest) {
  const auto id = read_message(rest);
  return id && !has_fate(faults, *id) && faults.losses.insert(*id).second;
}

std::optional<Lateness> read_time(std::string_view text) {
  const auto out = read_duration(text);
  return out && *out > 0 ? out : std::nullopt;
}

std::optional<Lateness> read_lateness(std::string_view text) {
  if (!text.starts_with('#')) return read_time(text);
  const auto count = number(text.substr(1));
  return count && 0 < *count && *count <= most_behind ? std::optional(behind(*count))
                                                      : std::nullopt;
}

/// `where`: of the fault set, how much later, as `read` takes it.
bool add_later(FaultSet& faults, std::map<MessageId, Lateness>& where, std::string_view rest,
               std::optional<Lateness> (*read)(std::string_view)) {
  const std::size_t plus = rest.find(",+");
  if (plus == std::string_view::npos) return false;
  const auto id = read_message(rest.substr(0, plus));
  const auto later = read(rest.substr(plus + 2));
  return id && later && !has_fate(faults, *id) && where.emplace(*id, *later).second;
}

std::optional<Moment> moment_of(std::string_view text) {
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

bool add_crash(FaultSet& faults, std::string_view rest) {
  const auto node = take_until(rest, ',');
  if (!node || !is_name(*node)) return false;
  const std::size_t comma = std::min(rest.find(",+"), rest.size());
  const auto moment = moment_of(rest.substr(0, comma));
  if (!moment) return false;
  const FaultSet::NodeMoment one{std::string(*node), *moment};
  const auto crash = faults.crashes.find(one.first);
  if (comma == rest.size()) {
    return !faults.restarts.contains(one) && faults.crashes.emplace(one.first, *moment).second;
  }
  const auto down = read_duration(rest.substr(comma + 2));
  const bool other = crash != faults.crashes.end() && crash->second == *moment;
  return down && *down > 0 && !other && faults.restarts.emplace(one, *down).second;
}

bool add_pause(FaultSet& faults, std::string_view rest) {
  const auto node = take_until(rest, ',');
  const auto moment = take_until(rest, ',');
  if (!node || !is_name(*node) || !moment || !rest.starts_with('+')) return false;
  const auto when = moment_of(*moment);
  const auto standing = read_duration(rest.substr(1));
  return when && !when->said && standing && *standing > 0 &&
         faults.pauses.emplace(Activation{*node, when->activation}, *standing).second;
}

bool add_cut(FaultSet& faults, std::string_view rest) {
  const auto border = take_until(rest, ',');
  const auto from = take_until(rest, ',');
  if (!border || !from) return false;
  const auto who = read_border(*border);
  const auto begin = read_duration(*from);
  const auto end = read_duration(rest);
  return who && begin && end && *begin < *end && faults.cuts.insert({*who, *begin, *end}).second;
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

std::vector<std::string> split_faults(std::string_view line) {
  std::vector<std::string> out;
  std::string word;
  bool inside = false;
  for (const char c : line) {
    inside = c == '(' || (inside && c != ')');
    const bool space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (inside || !space) {
      word += c;
    } else if (!word.empty()) {
      out.push_back(std::exchange(word, {}));
    }
  }
  if (!word.empty()) out.push_back(std::move(word));
  return out;
}

std::string_view fault_forms() {
  return "faults are O(n0,n1,ack#0), a lost message, D(n0,n1,ack#0,+200ms), a late one, "
         "D(n0,n1,ack#0,+#2), one behind the next two things that n1 does, "
         "U(n0,n1,ack#0,+10ms), one that comes twice, C(n0,#3), a crash before the third "
         "activation, "
         "C(n0,#3+2), one in it after two messages, C(n0,#3,+100ms), one with a restart, "
         "P(n0 n1,4s,5s) or P(n0>n1,4s,5s), a partition, and S(n0,#3,+200ms), a node that stands "
         "still before it";
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

std::vector<std::string> to_texts(const FaultSet& faults) {
  std::vector<std::string> out;
  for (const MessageId& id : faults.losses) out.push_back(fmt::format("O({})", to_text(id)));
  for (const auto& [node, moment] : faults.crashes) {
    out.push_back(fmt::format("C({},{})", node, to_text(moment)));
  }
  for (const auto& [one, down] : faults.restarts) {
    out.push_back(fmt::format("C({},{},+{})", one.first, to_text(one.second), duration_text(down)));
  }
  for (const auto& [id, late] : faults.delays) {
    out.push_back(fmt::format("D({},+{})", to_text(id), lateness_text(late)));
  }
  for (const auto& [id, later] : faults.duplicates) {
    out.push_back(fmt::format("U({},+{})", to_text(id), duration_text(later)));
  }
  for (const Cut& one : faults.cuts) {
    out.push_back(fmt::format("P({},{},{})", to_text(one.border), duration_text(one.from),
                              duration_text(one.until)));
  }
  for (const auto& [one, standing] : faults.pauses) {
    out.push_back(fmt::format("S({},#{},+{})", one.first, one.second, duration_text(standing)));
  }
  return out;
}

std::vector<std::string> to_texts(const Deliveries& deliveries) {
  std::vector<std::string> out;
  if (!deliveries) return out;
  for (const MessageId& one : *deliveries) out.push_back(to_text(one));
  return out;
}

std::string to_text(const std::set<MessageId>& deliveries) {
  return deliveries.empty() ? "none" : fmt::format("{}", fmt::join(to_texts(deliveries), " "));
}

bool add_message(std::set<MessageId>& deliveries, std::string_view text) {
  const auto id = read_message(text);
  return id && deliveries.insert(*id).second;
}

std::string to_text(const FaultSet& faults) {
  return faults.empty() ? "none" : fmt::format("{}", fmt::join(to_texts(faults), " "));
}

bool add_fault(FaultSet& faults, std::string_view text) {
  if (text.size() < 3 || text[1] != '(' || text.back() != ')') return false;
  const std::string_view rest = text.substr(2, text.size() - 3);
  switch (text[0]) {
    case 'O':
      return add_loss(faults, rest);
    case 'C':
      return add_crash(faults, rest);
    case 'D':
      return add_later(faults, faults.delays, rest, read_lateness);
    case 'U':
      return add_later(faults, faults.duplicates, rest, read_time);
    case 'P':
      return add_cut(faults, rest);
    case 'S':
      return add_pause(faults, rest);
    default:
      return false;
  }
}

}  // namespace ldfi::systems
