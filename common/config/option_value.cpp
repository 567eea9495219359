#include "common/config/option_value.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "common/base/contract.hpp"
#include "common/base/diagnostic.hpp"
#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/config/axis.hpp"
#include "common/config/param.hpp"
#include "common/config/percent.hpp"
#include "common/config/weights.hpp"

namespace ldfi::config {
namespace {

using Outcome = std::variant<Value, Refusal>;

bool is_digits(std::string_view text) {
  return !text.empty() &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

std::string quoted(std::string_view text) {
  return fmt::format("\"{}\"", beginning(text));
}

Refusal out_of_range(const OptionRow& row, std::string_view text) {
  if (row.high == std::numeric_limits<std::uint64_t>::max()) {
    return {
        fmt::format("{} is out of range: at least {}, at most 2^64-1", beginning(text), row.low),
        {}};
  }
  return {fmt::format("{} is out of range: it must be {}..{}", beginning(text), row.low, row.high),
          {}};
}

Outcome read_integer(const OptionRow& row, std::string_view text) {
  const bool negative = text.starts_with('-') && is_digits(text.substr(1));
  if (!negative && !is_digits(text)) {
    return Refusal{fmt::format("expected an integer, not {}", quoted(text)), {}};
  }
  if (negative) return out_of_range(row, text);
  if (text.size() > 1 && text[0] == '0') {
    const std::string_view digits =
        text.substr(std::min(text.find_first_not_of('0'), text.size() - 1));
    return Refusal{
        fmt::format("{} has a leading zero, which some tools read as octal", beginning(text)),
        {fmt::format("write {}", beginning(digits))}};
  }
  std::uint64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec != std::errc() || value < row.low || value > row.high)
    return out_of_range(row, text);
  return value;
}

Outcome read_amount(const OptionRow& row, std::string_view text) {
  if (text == "all") return std::numeric_limits<std::uint64_t>::max();
  if (text == "none") return std::uint64_t{0};
  if (is_digits(text)) return read_integer(row, text);
  return Refusal{fmt::format("expected all, none or a number, not {}", quoted(text)), {}};
}

Outcome read_choice(const OptionRow& row, std::string_view text) {
  const auto it = std::find(row.choices.begin(), row.choices.end(), text);
  if (it != row.choices.end()) return static_cast<std::uint64_t>(it - row.choices.begin());
  return Refusal{fmt::format("expected {}, not {}", fmt::join(row.choices, " or "), quoted(text)),
                 as_hints(did_you_mean(closest(text, row.choices)))};
}

Outcome read_relation(std::string_view text) {
  const bool named = is_plain_word(text) && text.find('-') == std::string_view::npos;
  if (named) return std::string(text);
  return Refusal{fmt::format("expected a relation's name, not {}", quoted(text)), {}};
}

/// A decimal number and its unit.
struct Quantity {
  double number = 0;
  std::string_view unit;
  bool integral = true;
};

std::optional<Quantity> read_quantity(std::string_view text) {
  const std::size_t digits = text.find_first_not_of("0123456789.");
  const std::string_view number = text.substr(0, digits);
  Quantity q;
  q.unit = digits == std::string_view::npos ? std::string_view() : text.substr(digits);
  q.integral = number.find('.') == std::string_view::npos;
  const auto result = std::from_chars(number.data(), number.data() + number.size(), q.number);
  if (number.empty() || result.ec != std::errc() || result.ptr != number.data() + number.size()) {
    return std::nullopt;
  }
  return q;
}

Outcome read_duration(const OptionRow& row, std::string_view text) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  constexpr std::array<Unit, 5> units{{{"", 1}, {"s", 1}, {"ms", 1e-3}, {"m", 60}, {"h", 3600}}};
  const auto quantity = read_quantity(text);
  const auto unit = std::find_if(units.begin(), units.end(), [&](const Unit& u) {
    return quantity && u.name == quantity->unit;
  });
  if (unit == units.end()) {
    return Refusal{fmt::format("expected a time, not {}", quoted(text)),
                   {"write it as 90, 120s, 2m, 1.5h or 500ms"}};
  }
  const double seconds = quantity->number * unit->seconds;
  if (!(seconds > static_cast<double>(row.low)) || seconds > static_cast<double>(row.high)) {
    return Refusal{fmt::format("{} is out of range: it must be more than {}s, at most {}h",
                               beginning(text), row.low, row.high / 3600),
                   {}};
  }
  return seconds;
}

constexpr std::string_view byte_units = "KMGTPE";

/// Returns the factor of a unit of bytes: "", "B", "K", "KB", "Ki", "KiB", …. Returns 0 for an
/// unknown unit.
std::uint64_t bytes_per(std::string_view unit) {
  if (unit.empty() || unit == "B") return 1;
  const std::size_t power = byte_units.find(unit[0] == 'k' ? 'K' : unit[0]);
  if (power == std::string_view::npos) return 0;
  const std::string_view rest = unit.substr(1);
  if (!rest.empty() && rest != "i" && rest != "B" && rest != "iB") return 0;
  return std::uint64_t{1} << (10U * (power + 1));
}

Outcome read_bytes(const OptionRow& row, std::string_view text) {
  const auto quantity = read_quantity(text);
  const std::uint64_t factor = quantity ? bytes_per(quantity->unit) : 0;
  if (factor == 0) {
    return Refusal{fmt::format("expected a size, not {}", quoted(text)),
                   {"write it as 512M, 4G, 1.5G, 4Gi or a number of bytes"}};
  }
  const double bytes = quantity->number * static_cast<double>(factor);
  if (bytes < static_cast<double>(row.low) || bytes > static_cast<double>(row.high)) {
    return Refusal{fmt::format("{} is out of range: it must be {}..{}", beginning(text),
                               show_bytes(row.low), show_bytes(row.high)),
                   {}};
  }
  return static_cast<std::uint64_t>(std::llround(bytes));
}

std::optional<Refusal> check_path(const std::string& path, bool in_config) {
  if (path.empty()) return Refusal{"this path is empty", {}};
  if (path.find('\0') != std::string::npos) return Refusal{"a path cannot hold a NUL byte", {}};
  if (in_config && path.front() == '/') {
    return Refusal{fmt::format("{} is an absolute path", beginning(path)),
                   {"paths in a config are relative to the config's folder"}};
  }
  return std::nullopt;
}

/// Returns why the path is refused, or nullopt. `extension` begins with a dot.
std::optional<Refusal> check_source(const std::string& path, std::string_view extension,
                                    bool in_config) {
  if (auto refusal = check_path(path, in_config)) return refusal;
  if (path.size() <= extension.size() || !path.ends_with(extension)) {
    return Refusal{fmt::format("{} is not a {} file", beginning(path), extension), {}};
  }
  return std::nullopt;
}

}  // namespace

Outcome read_value(const OptionRow& row, std::string_view text) {
  if (text.empty()) return Refusal{"the value is empty", {}};
  if (text.find('\0') != std::string_view::npos)
    return Refusal{"a NUL byte is not allowed here", {}};
  switch (row.kind) {
    case Kind::integer:
      return read_integer(row, text);
    case Kind::choice:
      return read_choice(row, text);
    case Kind::text:
    case Kind::results:
      return std::string(text);
    case Kind::relation:
      return read_relation(text);
    case Kind::duration:
      return read_duration(row, text);
    case Kind::bytes:
      return read_bytes(row, text);
    case Kind::axis:
      return read_axis(row, text);
    case Kind::span:
      return read_span(row, text);
    case Kind::amount:
      return read_amount(row, text);
    case Kind::percent:
      if (const auto share = read_percent(text)) return *share;
      return Refusal{fmt::format("expected a percentage from 0% to 100%, not {}", quoted(text)),
                     {"write it as 5% or 0.5%, with four decimals at most"}};
    default:  // the remaining kinds are lists, toggles, and kinds that only configs have
      break;
  }
  contract_failed("precondition", "row.kind", "a toggle or list has no single value");
}

std::optional<Refusal> check_results(std::string_view path) {
  const std::vector<std::string> hints{
      "a config writes below the working directory only; --output may name any file"};
  if (path.starts_with('/')) {
    return Refusal{fmt::format("{} is an absolute path", beginning(path)), hints};
  }
  for (std::string_view rest = path; !rest.empty();) {
    const std::size_t slash = rest.find('/');
    if (rest.substr(0, slash) == "..") {
      return Refusal{fmt::format("{} leads out of its folder by \"..\"", beginning(path)), hints};
    }
    rest.remove_prefix(slash == std::string_view::npos ? rest.size() : slash + 1);
  }
  return std::nullopt;
}

/// Checks an item NAME=COLUMN. A relation has at most 63 columns, and the first column is the node.
std::optional<Refusal> check_column(const std::vector<std::string>& items, std::size_t index) {
  const std::string& item = items[index];
  const std::size_t mark = item.rfind('=');
  const std::string digits = mark == std::string::npos ? "" : item.substr(mark + 1);
  const bool number = !digits.empty() && digits.size() < 3 &&
                      digits.find_first_not_of("0123456789") == std::string::npos &&
                      std::stoi(digits) > 1 && std::stoi(digits) < 64;
  if (!number || mark == 0) {
    return Refusal{fmt::format("{} is not NAME=COLUMN", shown(item)),
                   {"it names a relation and one of its columns, from 2 on: blk=3"}};
  }
  for (std::size_t i = 0; i < index; ++i) {
    if (items[i].starts_with(item.substr(0, mark + 1))) {
      return Refusal{fmt::format("{} is given twice", beginning(item.substr(0, mark))), {}};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> check_group(const std::vector<std::string>& names) {
  if (names.empty()) return Refusal{"a list of names is empty", {}};
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) return Refusal{"a name is empty", {}};
    const auto here = names.begin() + static_cast<std::ptrdiff_t>(i);
    if (std::find(names.begin(), here, names[i]) != here) {
      return Refusal{fmt::format("{} is named twice in one list", shown(names[i])), {}};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> check_item(const OptionRow& row, const std::vector<std::string>& items,
                                  std::size_t index, bool in_config) {
  const std::string& item = items.at(index);
  if (row.kind == Kind::programs) return check_source(item, ".ded", in_config);
  if (row.kind == Kind::specifications) return check_source(item, ".spec", in_config);
  if (row.kind == Kind::folders) return check_path(item, in_config);
  if (row.kind == Kind::params) return check_param(items, index);
  if (row.kind == Kind::columns) return check_column(items, index);
  if (row.kind == Kind::weights) return check_weight(items, index);
  if (row.kind == Kind::texts) {
    if (item.empty()) return Refusal{"a text is empty", {}};
    return std::nullopt;
  }
  constexpr auto most = static_cast<std::size_t>(Fspec::max_nodes);
  if (index == most) return Refusal{fmt::format("more than {} names are too many", most), {}};
  if (index > most) return std::nullopt;
  if (item.empty()) return Refusal{"a name is empty", {}};
  const auto here = items.begin() + static_cast<std::ptrdiff_t>(index);
  if (std::find(items.begin(), here, item) != here) {
    return Refusal{fmt::format("{} is named twice", shown(item)), {}};
  }
  return std::nullopt;
}

std::vector<std::string> split_names(std::string_view text) {
  std::vector<std::string> names;
  for (bool more = true; more;) {
    const std::size_t comma = text.find(',');
    std::string_view name = text.substr(0, comma);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    names.emplace_back(name);
    more = comma != std::string_view::npos;
    if (more) text.remove_prefix(comma + 1);
  }
  return names;
}

std::vector<std::vector<std::string>> split_groups(std::string_view text) {
  std::vector<std::vector<std::string>> out;
  for (const std::string& group : split_names(text)) {
    std::vector<std::string>& names = out.emplace_back();
    for (std::string_view rest = group; !rest.empty();) {
      const std::size_t end = std::min(rest.find(' '), rest.size());
      if (end > 0) names.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return out;
}

std::vector<std::vector<std::string>> split_sets(std::string_view text) {
  auto out = split_groups(text);
  for (auto& set : out) {
    const std::size_t sign = set.empty() ? std::string::npos : set.front().find('=');
    const bool named = sign != std::string::npos;
    std::string name = named ? set.front().substr(0, sign) : "";
    // An empty name before `=` is kept as "=", so that it differs from a missing name.
    if (named && name.empty()) name = "=";
    if (named) set.front().erase(0, sign + 1);
    if (named && set.front().empty()) set.erase(set.begin());
    set.insert(set.begin(), std::move(name));
  }
  return out;
}

std::optional<Refusal> check_set(const std::vector<std::vector<std::string>>& sets,
                                 std::size_t index) {
  const std::string& name = sets.at(index).front();
  if (name == "=") return Refusal{"the name of a set is empty", {}};
  for (std::size_t i = 0; i < index; ++i) {
    if (!name.empty() && sets[i].front() == name) {
      return Refusal{fmt::format("two sets have the name {}", shown(name)), {}};
    }
  }
  return check_group({sets[index].begin() + 1, sets[index].end()});
}

}  // namespace ldfi::config
