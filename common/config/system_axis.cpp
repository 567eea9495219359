#include "common/config/system_axis.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "common/base/contract.hpp"
#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/config/system_keys.hpp"
#include "common/config/system_reader.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "common/systems/operation_numbers.hpp"

namespace ldfi::config {
namespace {

constexpr std::size_t most_values = 1000;  // largest number of values of one axis
/// The number that stands for `all`.
constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

/// Returns the kind of a single value of an axis.
Kind kind_of_axis(Kind axis) {
  return axis == Kind::time_axis     ? Kind::time
         : axis == Kind::amount_axis ? Kind::amount
                                     : Kind::integer;
}

/// Returns the row of the key that this option overrides.
const OptionRow& key_of(std::string_view option) {
  const auto& table = key_table();
  const auto found = std::ranges::find(table, option, &OptionRow::name);
  LDFI_REQUIRE(found != table.end(), "no key of this option: " + std::string(option));
  return *found;
}

std::vector<SystemRow> make_rows() {
  std::vector<SystemRow> out;
  for (const OptionRow* axis : system_keys_in("sweep")) {
    const std::string_view option = axis->name.substr(std::string_view("sweep-").size());
    out.push_back(
        {last_part(axis->yaml), option, axis->name, &key_of(option), kind_of_axis(axis->kind)});
  }
  for (const char* option : {"order", "operations", "nodes", "sandbox", "network"}) {
    const OptionRow& key = key_of(option);
    out.push_back({option, option, "", &key, key.kind});
  }
  return out;
}

/// The bounds and the step of a range. Times are in nanoseconds.
struct Bounds {
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::int64_t step = 1;
};

/// Returns the largest number that the row's key accepts.
std::uint64_t most_of(const SystemRow& row) {
  return std::min(row.key->high, systems::any_number);
}

std::optional<std::int64_t> count_of(const SystemRow& row, std::string_view text) {
  if (row.kind == Kind::time) return systems::read_duration(text);
  if (row.kind == Kind::amount && text == "all") return no_limit;
  if (row.kind == Kind::amount && text == "none") return 0;
  std::int64_t out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  const bool good = error == std::errc() && end == text.data() + text.size();
  const bool fits = good && out >= 0 && static_cast<std::uint64_t>(out) <= most_of(row);
  return fits ? std::optional(out) : std::nullopt;
}

std::string text_of(const SystemRow& row, std::int64_t count) {
  if (count == no_limit) return "all";
  return row.kind == Kind::time ? systems::duration_text(count) : std::to_string(count);
}

/// Returns why the range is wrong. Empty if the range is right.
std::string objection(const SystemRow& row, const Bounds& range) {
  if (range.from > range.to) {
    return fmt::format("the range from {} to {} is empty", text_of(row, range.from),
                       text_of(row, range.to));
  }
  if (range.step < 1) return "the step is 0";
  const bool open = range.from == no_limit ? range.to != no_limit : range.to == no_limit;
  if (open) return "`all` is not part of a range";
  const auto more =
      static_cast<std::uint64_t>(range.to - range.from) / static_cast<std::uint64_t>(range.step);
  return more >= most_values ? fmt::format("more than {} values are too many", most_values) : "";
}

void expand(const SystemRow& row, const Bounds& range, const SourceRange& where,
            std::vector<std::pair<std::int64_t, SystemValue>>& out) {
  const auto more = (range.to - range.from) / range.step;
  for (std::int64_t i = 0; i <= more; ++i) {
    const std::int64_t count = range.from + i * range.step;
    out.emplace_back(count, SystemValue{std::string(row.name), text_of(row, count), where});
  }
}

/// Returns the values in ascending order. Sets `twice` to a value that is repeated, if there is
/// one.
std::vector<SystemValue> sorted(std::vector<std::pair<std::int64_t, SystemValue>> values,
                                std::optional<SystemValue>& twice) {
  std::ranges::stable_sort(values, {}, [](const auto& one) { return one.first; });
  const auto same =
      std::ranges::adjacent_find(values, {}, [](const auto& one) { return one.first; });
  if (same != values.end()) twice = std::next(same)->second;
  std::vector<SystemValue> out;
  for (auto& one : values) out.push_back(std::move(one.second));
  return out;
}

/// Reads a range or a single value of an axis in a config.
class AxisReader {
 public:
  AxisReader(const SystemRow& row, std::vector<Diagnostic>& problems)
      : row_(row), name_("sweep." + std::string(row.name)), problems_(problems) {}

  std::vector<SystemValue> read(const YamlNode& node) {
    if (node.type == YamlNode::Type::refused) return {};
    if (node.type == YamlNode::Type::list && node.children.empty()) {
      fail(node, "the list is empty");
    } else if (node.type == YamlNode::Type::list) {
      for (const YamlNode& one : node.children) item(one);
    } else {
      item(node);
    }
    std::optional<SystemValue> twice;
    std::vector<SystemValue> out = sorted(std::move(values_), twice);
    if (twice) report(twice->where, fmt::format("{} is given twice", twice->value));
    if (out.size() > most_values) {
      fail(node, fmt::format("more than {} values are too many", most_values));
    }
    return out;
  }

 private:
  void item(const YamlNode& node) {
    if (node.type == YamlNode::Type::map) return range(node);
    if (const auto one = value(node)) expand(row_, {*one, *one, 1}, node.where, values_);
  }

  void range(const YamlNode& node) {
    MapReader map(node, "a range", problems_);
    map.only({"from", "to", "step"});
    const std::size_t before = problems_.size();
    map.need("from", "its least value");
    map.need("to", "its largest value");
    if (row_.kind == Kind::time) map.need("step", "the time from one value to the next");
    Bounds out;
    const auto read = [&](const char* key, std::int64_t& to) {
      const YamlNode* const found = map.find(key);
      if (found != nullptr) to = value(*found).value_or(0);
    };
    read("from", out.from);
    read("to", out.to);
    if (const YamlNode* const found = map.find("step")) out.step = step(*found);
    if (problems_.size() > before) return;
    const std::string wrong = objection(row_, out);
    if (wrong.empty()) {
      expand(row_, out, node.where, values_);
    } else {
      fail(node, wrong);
    }
  }

  std::optional<std::int64_t> value(const YamlNode& node) {
    if (node.type == YamlNode::Type::refused) return std::nullopt;
    const bool number = !node.text.empty() && node.text.back() >= '0' && node.text.back() <= '9';
    const auto out = node.type == YamlNode::Type::scalar && !(number && node.quoted)
                         ? count_of(row_, node.text)
                         : std::nullopt;
    if (!out) fail(node, fmt::format("it takes {}, not {}", kind_of(row_), described(node)));
    return out;
  }

  /// Returns the step of a range. Reports an invalid step and returns 1.
  std::int64_t step(const YamlNode& node) {
    if (row_.kind == Kind::time) return value(node).value_or(1);
    const bool scalar = node.type == YamlNode::Type::scalar && !node.quoted;
    const auto out = scalar ? count_of(row_, node.text) : std::nullopt;
    if (out && *out > 0 && *out != no_limit) return *out;
    fail(node,
         fmt::format("it takes an integer from 1 to {}, not {}", most_of(row_), described(node)));
    return 1;
  }

  static std::string described(const YamlNode& node) {
    return node.type == YamlNode::Type::scalar ? shown(node.text) : describe(node);
  }
  void fail(const YamlNode& node, const std::string& message) { report(range_of(node), message); }
  void report(const SourceRange& where, const std::string& message) {
    problems_.push_back(
        {Severity::error, "config-value", where, fmt::format("{}: {}", name_, message), {}});
  }

  const SystemRow& row_;
  std::string name_;
  std::vector<Diagnostic>& problems_;
  std::vector<std::pair<std::int64_t, SystemValue>> values_;
};

/// Returns the node of this key in a map. Adds the key if it is missing.
YamlNode& entry_of(YamlNode& map, std::string_view key, const SourceRange& where) {
  const auto found = std::ranges::find(map.children, key, &YamlNode::key);
  if (found != map.children.end()) return *found;
  YamlNode& out = map.children.emplace_back();
  out.key = key;
  out.key_where = where;
  return out;
}

/// Writes names of nodes into the node as a list.
void set_nodes(YamlNode& node, const SystemValue& value) {
  node.type = YamlNode::Type::list;
  node.children.clear();
  node.where = value.where;
  for (const std::string& name : split_names(value.value)) {
    YamlNode& one = node.children.emplace_back();
    one.type = YamlNode::Type::scalar;
    one.text = name;
    one.where = value.where;
  }
}

void set_scalar(YamlNode& node, const SystemValue& value) {
  node.type = YamlNode::Type::scalar;
  node.children.clear();
  node.quoted = false;
  node.text = value.value;
  node.where = value.where;
}

/// Returns the parts of a key: `fspec`, `delays` and `count` for `fspec.delays.count`.
std::array<std::string_view, 3> parts_of(std::string_view yaml) {
  std::array<std::string_view, 3> out;
  for (std::string_view& part : out) {
    part = yaml.substr(0, yaml.find('.'));
    yaml.remove_prefix(std::min(yaml.size(), part.size() + 1));
  }
  return out;
}

}  // namespace

std::span<const SystemRow> system_rows_of_sweeps() {
  static const std::vector<SystemRow> rows = make_rows();
  return rows;
}

const SystemRow* system_row(std::string_view name) {
  const auto rows = system_rows_of_sweeps();
  const auto found = std::ranges::find(rows, name, &SystemRow::name);
  return found == rows.end() ? nullptr : &*found;
}

std::string kind_of(const SystemRow& row) {
  const std::vector<std::string>& words = option(row.option).choices;
  switch (row.kind) {
    case Kind::time:
      return "a time such as 500ms";
    case Kind::amount:
      return fmt::format("an integer from 0 to {}, all or none", most_of(row));
    case Kind::choice:
      return fmt::format("{} or {}", fmt::join(words.begin(), words.end() - 1, ", "), words.back());
    case Kind::operations:
      return "numbers of operations such as 0,3,5..8, or none";
    case Kind::count:
      return "how many there are, or names such as n0,n1";
    default:
      return fmt::format("an integer from 0 to {}", most_of(row));
  }
}

std::optional<std::string> read_system_value(const SystemRow& row, std::string_view text) {
  if (row.kind == Kind::operations) {
    const auto numbers = systems::read_operation_numbers(text);
    return numbers ? std::optional(systems::operation_numbers_text(*numbers)) : std::nullopt;
  }
  if (row.kind == Kind::count)
    return text.empty() ? std::nullopt : std::optional(std::string(text));
  if (row.kind == Kind::choice) {
    const bool known = std::ranges::count(option(row.option).choices, text) > 0;
    return known ? std::optional(std::string(text)) : std::nullopt;
  }
  const auto count = count_of(row, text);
  return count ? std::optional(text_of(row, *count)) : std::nullopt;
}

std::vector<SystemValue> read_system_axis(const SystemRow& row, std::string_view text,
                                          std::string& wrong) {
  std::vector<std::pair<std::int64_t, SystemValue>> values;
  for (const std::string& part : split_names(text)) {
    const std::size_t dots = part.find("..");
    const std::size_t slash = dots == std::string::npos ? dots : part.find('/', dots);
    const std::string first = part.substr(0, dots);
    const std::string last =
        dots == std::string::npos ? first : part.substr(dots + 2, slash - dots - 2);
    const bool stepped = slash != std::string::npos;
    const auto from = count_of(row, first);
    const auto to = count_of(row, last);
    const auto step =
        stepped ? count_of(row, part.substr(slash + 1)) : std::optional(std::int64_t{1});
    if (!from || !to || !step) {
      wrong = fmt::format("it takes {}, not {}", kind_of(row), shown(part));
      return {};
    }
    const Bounds range{*from, *to, *step};
    if (row.kind == Kind::time && dots != std::string::npos && !stepped) {
      wrong = fmt::format("the range {} has no step, such as {}/100ms", beginning(part),
                          beginning(part));
    } else {
      wrong = objection(row, range);
    }
    if (!wrong.empty()) return {};
    expand(row, range, {FileId(~0U), 0, 0, 1}, values);
    if (values.size() > most_values) {
      wrong = fmt::format("more than {} values are too many", most_values);
      return {};
    }
  }
  std::optional<SystemValue> twice;
  std::vector<SystemValue> out = sorted(std::move(values), twice);
  if (twice) wrong = fmt::format("{} is given twice", twice->value);
  return out;
}

std::vector<SystemValue> read_system_axis(const SystemRow& row, const YamlNode& node,
                                          std::vector<Diagnostic>& problems) {
  return AxisReader(row, problems).read(node);
}

void put_system_value(YamlNode& root, const SystemValue& value) {
  const SystemRow& row = *system_row(value.name);
  const auto [section_name, key, part] = parts_of(row.key->yaml);
  const bool in_map = !part.empty();
  // If the value of the key may also be a map, the number is `most` in that map.
  const bool has_most = row.kind == Kind::integer && !system_keys_in(row.key->yaml).empty();
  const std::string_view inner = has_most ? "most" : part;
  YamlNode& section = entry_of(root, section_name, value.where);
  if (section.type == YamlNode::Type::null) section.type = YamlNode::Type::map;
  if (section.type != YamlNode::Type::map) return;  // the reader of the section reports the problem
  const auto found = std::ranges::find(section.children, key, &YamlNode::key);
  const bool is_map = found != section.children.end() && found->type == YamlNode::Type::map;
  if (in_map && !is_map && value.value == "0") {
    if (found != section.children.end()) section.children.erase(found);
    return;
  }
  YamlNode& entry = entry_of(section, key, value.where);
  const bool number = value.value.find_first_not_of("0123456789") == std::string::npos;
  if (row.kind == Kind::count && !number) return set_nodes(entry, value);
  if (!is_map && !in_map) return set_scalar(entry, value);
  if (!is_map) {
    entry.type = YamlNode::Type::map;
    entry.children.clear();
    entry.where = value.where;
  }
  if (inner.empty()) return set_scalar(entry, value);
  set_scalar(entry_of(entry, inner, value.where), value);
}

}  // namespace ldfi::config
