#include "common/prove/certificate/cell_names.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace ldfi::certificate {
namespace {

constexpr std::size_t longest = 200;

/// Returns the limits by the names of their options. A limit is nullopt if the claim does not
/// determine its value. For example, without late messages the number of late messages can have any
/// limit.
std::vector<std::pair<std::string, std::optional<int>>> limits_of(const Limits& l) {
  const auto if_late = [&](const std::optional<int>& most) {
    return l.late > 0 ? most : std::nullopt;
  };
  return {{"restarts", l.restarts},
          {"partitions", l.partitions},
          {"pauses", l.pauses},
          {"disk-write", l.failed_writes},
          {"disk-dead", l.dead_disks},
          {"disk-corrupt", l.corruptions},
          {"disk-writeback", l.write_backs},
          {"delay-max", l.late},
          {"delay-budget", if_late(l.late_budget)},
          {"delay-count", if_late(l.late_count)},
          {"duplicates", l.twice},
          {"omissions", l.losses},
          {"max-faults", l.faults}};
}

auto is_of(const std::string& key) {
  return [key](const auto& parameter) { return parameter.first == key; };
}

}  // namespace

/// Reads the name of a cell from its beginning.
class CellNames::Name {
 public:
  explicit Name(std::string_view text) : rest_(text) {}

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  [[nodiscard]] const std::string_view& rest() const { return rest_; }

  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  std::optional<int> number() {
    const std::size_t digits = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
    if (digits == 0 || digits > 9) return std::nullopt;
    const std::string text(rest_.substr(0, digits));
    rest_.remove_prefix(digits);
    return text[0] == '0' && digits > 1 ? std::nullopt : std::optional(std::stoi(text));
  }
  /// Reads a value in its written form. A byte is written as itself or as `%2f`. A character that
  /// could harm a terminal is first written as `\x2f`, and then becomes `%5cx2f`; a tab becomes a
  /// blank. If `ends` is true, the name may be cut off within the value.
  bool value(const std::string& value, bool ends) {
    for (const char c : value) {
      const auto byte = static_cast<unsigned char>(c);
      const std::string hex{"0123456789abcdef"[byte >> 4U], "0123456789abcdef"[byte & 15U]};
      const std::array<std::string, 3> forms{c == '%' ? "%25" : std::string(1, c), "%" + hex,
                                             "%5cx" + hex};
      if (std::ranges::any_of(forms, [&](const auto& form) { return take(form); })) continue;
      if (c == '\t' && take("%20")) continue;
      const bool cut = ends && std::ranges::any_of(forms, [&](const auto& form) {
                         return form.starts_with(rest_);
                       });
      rest_ = cut ? "" : rest_;
      return cut;
    }
    return true;
  }

 private:
  std::string_view rest_;
};

namespace {

/// Returns true for a number such as `,2`, which distinguishes the name of a cell from an equal
/// name of another cell.
bool is_number_of_twin(std::string_view text) {
  return text.size() > 1 && text.size() < 10 && text[0] == ',' && text[1] != '0' && text != ",1" &&
         text.find_first_not_of("0123456789", 1) == std::string_view::npos;
}

[[noreturn]] void fail(const std::string& why) {
  throw Rejected("the name of the cell contradicts its claim: " + why);
}

}  // namespace

void CellNames::require_eff(int eff, const Limits& l) {
  const int last = std::max({l.last_loss, l.last_restart, l.last_partition, l.last_pause,
                             l.last_write, l.last_corruption, l.last_write_back});
  // Without a fault that ends at some tick, any EFF in the name is right.
  if (last == 0 && l.losses == 0) return;
  const bool inclusive = inclusive_ && eff == last;
  const bool exclusive = exclusive_ && std::max(eff - 1, 0) == last;
  if (!inclusive && !exclusive)
    fail("faults are possible up to tick " + std::to_string(last) + ", but EFF is " +
         std::to_string(eff));
  inclusive_ = inclusive;
  exclusive_ = exclusive;
}

void CellNames::limits(Name& rest, const Claim& claim, Seen& cell) {
  const Limits& l = claim.limits;
  for (const auto& [key, value] : limits_of(l)) {
    if (value) cell.values["--" + key] = std::to_string(*value);
    Name ahead = rest;
    if (!ahead.take("," + key + "=")) continue;
    const auto said = ahead.number();
    const bool open = l.late == 0 && (key == "delay-budget" || key == "delay-count");
    if (said && (said == value || open)) {
      rest = ahead;
      cell.keys.push_back("--" + key);
      // The name may contain a constant that has the same name as an option.
    } else if (std::ranges::none_of(claim.parameters, is_of(key))) {
      fail(key + (value ? " is " + std::to_string(*value) : " has no limit"));
    }
  }
}

void CellNames::parameters(Name& rest, const Claim& claim, Seen& cell) {
  for (const auto& [key, value] : claim.parameters) cell.values[key] = value;
  for (Name ahead = rest; ahead.take(",") && !ahead.empty(); ahead = rest) {
    const std::string_view text = ahead.rest();
    const std::string key(text.substr(0, text.find('=')));
    const auto it = std::ranges::find_if(claim.parameters, is_of(key));
    if (it == claim.parameters.end()) return;  // the name must end here, which the caller checks
    if (!ahead.take(key + "=") || !ahead.value(it->second, cell.cut))
      fail(key + " is " + it->second);
    cell.keys.push_back(key);
    rest = ahead;
    if (cell.cut && rest.empty()) return;
  }
}

/// Returns true if two names have the same keys, such as `restarts`. Ignores limits of late
/// messages if only one of the two cells has late messages.
bool CellNames::same_keys(const Seen& one, const Seen& other) {
  const auto never_late = [](const Seen& cell) { return cell.values.at("--delay-max") == "0"; };
  if (never_late(one) == never_late(other)) return one.keys == other.keys;
  const auto rest = [](std::vector<std::string> keys) {
    std::erase_if(keys, [](const std::string& key) {
      return key == "--delay-budget" || key == "--delay-count";
    });
    return keys;
  };
  return rest(one.keys) == rest(other.keys);
}

/// Throws Rejected unless all cells' names have the same keys. Every limit or parameter whose
/// values differ between cells must be among the keys.
void CellNames::require_distinct(const Seen& cell) {
  for (const Seen& other : seen_) {
    const bool alike = cell.name.substr(0, longest) == other.name.substr(0, longest);
    if ((alike || cell.twin) && cell.values == other.values)
      throw Rejected("the cell has the same claim as the cell " + other.name);
    if (cell.cut || other.cut) continue;
    if (!same_keys(cell, other)) fail("its keys differ from those of the cell " + other.name);
    if (cell.values == other.values) continue;
    for (const auto& [key, value] : cell.values) {
      const auto it = other.values.find(key);
      const bool same = it != other.values.end() && it->second == value;
      if (!same && std::ranges::find(cell.keys, key) == cell.keys.end())
        fail("it lacks " + key + ", whose value differs from that of the cell " + other.name);
    }
  }
}

void CellNames::add(const std::string& name, const Claim& claim) {
  if (claim.forever) throw Rejected("a cell of a sweep cannot claim something about every EOT");
  const Limits& l = claim.limits;
  Seen cell{name, {}, name.size() >= longest, false, {}};
  Name rest(std::string_view(name).substr(0, longest));
  const auto is = [&](const char* what, int number) {
    if (rest.number() != number) fail(std::string(what) + " is " + std::to_string(number));
  };
  is("EOT", l.eot);
  const auto eff = rest.take(",") ? rest.number() : std::nullopt;
  if (!eff || !rest.take(",")) fail("it lacks EFF");
  require_eff(*eff, l);
  is("crashes", l.crashes);
  limits(rest, claim, cell);
  parameters(rest, claim, cell);
  const bool twin = std::ranges::any_of(names_, [&](const std::string& other) {
    return other.size() < name.size() && name.starts_with(other) &&
           is_number_of_twin(std::string_view(name).substr(other.size()));
  });
  if (cell.cut && name.size() > longest && !twin) fail("it is longer than a shortened name may be");
  if (!rest.empty() && !(twin && is_number_of_twin(rest.rest())))
    fail("its end is not understood: `" + std::string(rest.rest()) + "`");
  cell.twin = twin;
  require_distinct(cell);
  seen_.push_back(std::move(cell));
}

}  // namespace ldfi::certificate
