// Reads the values of a config according to the kinds of their options.
#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/config/option_value.hpp"
#include "common/config/param.hpp"

namespace ldfi::config {
namespace {

std::string expected(const OptionRow& row) {
  switch (row.kind) {
    case Kind::integer:
      return "an integer";
    case Kind::axis:
      return "an integer, a list of integers, or a range {from: 4, to: 8, step: 2}";
    case Kind::span:
      return "an integer, or the least and the most, such as [1, 5]";
    case Kind::names:
      return "a list of names, such as [a, b]";
    case Kind::programs:
      return "a list of paths, such as [kafka.ded]";
    case Kind::specifications:
      return "a list of paths, such as [kafka.spec]";
    case Kind::folders:
      return "a list of folders, such as [../protocols]";
    case Kind::texts:
      return "a list of texts, such as [\"C(a,3)\"]";
    case Kind::amount:
      return "all, none or an integer";
    case Kind::groups:
      return "a list of lists of names, such as [[a, b], [c]]";
    case Kind::sets:
      return "a list of lists of names, such as [[a, b], [c]], or a map of them, such as {east: "
             "[a, b]}";
    case Kind::params:
      return "a map of constants, such as {LEASE: 7}";
    case Kind::param_axes:
      return "a map of constants and their values, such as {LEASE: [3, 5, 7]}";
    case Kind::columns:
      return "a map of relations and columns, such as {blk: 3}";
    case Kind::weights:
      return "a map of kinds of faults and numbers, such as {omissions: 0.5}";
    case Kind::duration:
      return "a time, such as 120s";
    case Kind::bytes:
      return "a size, such as 4G";
    case Kind::percent:
      return "a percentage, such as 5%";
    case Kind::relation:
      return "a relation's name";
    case Kind::choice:
    case Kind::text:
    case Kind::results:
      break;
    case Kind::toggle:
      return "true or false";
    default:  // configs of programs do not have the other kinds
      break;
  }
  return "a string";
}

}  // namespace

void ConfigReader::wrong_type(const OptionRow& row, const YamlNode& node) {
  if (node.type == YamlNode::Type::refused) return;
  std::vector<std::string> hints;
  if (node.type == YamlNode::Type::scalar && !is_string(node)) {
    hints.push_back(fmt::format("to mean a string, write \"{}\"", beginning(node.text)));
  }
  report("config-type", range_of(node),
         fmt::format("{} takes {}, not {}", row.yaml, expected(row), describe(node)),
         std::move(hints));
}

void ConfigReader::toggle(const OptionRow& row, const YamlNode& node) {
  const bool plain = node.type == YamlNode::Type::scalar && !node.quoted;
  if (!plain || (node.text != "true" && node.text != "false")) return wrong_type(row, node);
  row.assign(out_.options, node.text == "true");
}

void ConfigReader::scalar(const OptionRow& row, const YamlNode& node) {
  const bool number = row.kind == Kind::integer;
  // A quoted number is a string, so it is wrong for an integer. For the kinds below, any scalar is
  // accepted here, because read_value() refuses wrong values.
  const bool any_scalar = row.kind == Kind::duration || row.kind == Kind::bytes ||
                          row.kind == Kind::choice || row.kind == Kind::amount ||
                          row.kind == Kind::percent;
  if (node.type != YamlNode::Type::scalar || (number && node.quoted) ||
      (!number && !any_scalar && !is_string(node))) {
    wrong_type(row, node);
    return;
  }
  const auto result = read_value(row, node.text);
  if (const auto* refusal = std::get_if<Refusal>(&result)) {
    report("config-value", node.where, fmt::format("{}: {}", row.yaml, refusal->message),
           refusal->hints);
    return;
  }
  if (const auto refusal = row.kind == Kind::results ? check_results(node.text) : std::nullopt) {
    report("config-value", node.where, fmt::format("{}: {}", row.yaml, refusal->message),
           refusal->hints);
    return;
  }
  row.assign(out_.options, std::get<Value>(result));
}

void ConfigReader::list(const OptionRow& row, const YamlNode& node) {
  if (node.type != YamlNode::Type::list) {
    wrong_type(row, node);
    return;
  }
  if (node.children.empty()) {
    report("config-value", node.where, fmt::format("{}: the list is empty", row.yaml));
  }
  std::vector<std::string> items;
  for (const YamlNode& child : node.children) {
    if (child.type != YamlNode::Type::scalar || !is_string(child)) {
      std::vector<std::string> hints;
      if (child.type == YamlNode::Type::scalar) {
        hints.push_back(fmt::format("to mean a string, write \"{}\"", beginning(child.text)));
      }
      if (child.type != YamlNode::Type::refused) {
        report("config-type", child.where,
               fmt::format("{} takes strings, not {}", row.yaml, describe(child)),
               std::move(hints));
      }
      continue;
    }
    items.push_back(child.text);
    if (const auto refusal = check_item(row, items, items.size() - 1, true)) {
      report("config-value", child.where, fmt::format("{}: {}", row.yaml, refusal->message),
             refusal->hints);
    }
  }
  if (row.kind != Kind::names && row.kind != Kind::texts) {
    for (std::string& path : items) path.insert(0, folder_);
  }
  row.assign(out_.options, items);
}

std::optional<std::uint64_t> ConfigReader::axis_number(const OptionRow& row, const YamlNode& node) {
  if (node.type != YamlNode::Type::scalar || node.quoted) {
    wrong_type(row, node);
    return std::nullopt;
  }
  const auto number = read_tick(row, node.text);
  if (const auto* refusal = std::get_if<Refusal>(&number)) {
    report("config-value", node.where, fmt::format("{}: {}", row.yaml, refusal->message),
           refusal->hints);
    return std::nullopt;
  }
  return std::get<std::uint64_t>(number);
}

/// Reads an item of an axis: a number, or a range with two bounds.
std::optional<AxisRange> ConfigReader::axis_item(const OptionRow& row, const YamlNode& node) {
  if (node.type != YamlNode::Type::map) {
    const auto number = axis_number(row, node);
    return number ? std::optional(AxisRange{*number, *number, 1}) : std::nullopt;
  }
  const std::string step_name = std::string(row.yaml) + ".step";
  OptionRow step_row = row;
  step_row.low = 1;
  step_row.yaml = step_name;
  AxisRange range;
  std::set<std::string> seen;
  bool good = true;
  for (const YamlNode& entry : node.children) {
    const bool known = entry.key == "from" || entry.key == "to" || entry.key == "step";
    if (!known) {
      report("yaml-unknown-key", entry.key_where,
             fmt::format("a range has no key {}", shown(entry.key)),
             {"the keys here are from, to, step"});
      good = false;
      continue;
    }
    seen.insert(entry.key);
    const auto number = axis_number(entry.key == "step" ? step_row : row, entry);
    good = good && number;
    (entry.key == "from" ? range.from
     : entry.key == "to" ? range.to
                         : range.step) = number.value_or(1);
  }
  if (good && (!seen.contains("from") || !seen.contains("to"))) {
    report("config-missing", node.where,
           fmt::format("{}: a range needs from and to, such as {{from: 4, to: 8}}", row.yaml));
    good = false;
  }
  return good ? std::optional(range) : std::nullopt;
}

void ConfigReader::axis(const OptionRow& row, const YamlNode& node) {
  if (node.type == YamlNode::Type::list && node.children.empty()) {
    report("config-value", node.where, fmt::format("{}: the list is empty", row.yaml));
    return;
  }
  std::vector<AxisRange> ranges;
  bool good = true;
  const auto add = [&](const YamlNode& item) {
    const auto range = axis_item(row, item);
    good = good && range;
    if (range) ranges.push_back(*range);
  };
  if (node.type == YamlNode::Type::list) {
    for (const YamlNode& item : node.children) add(item);
  } else {
    add(node);
  }
  if (!good) return;
  const auto values = expand_axis(ranges);
  if (const auto* refusal = std::get_if<Refusal>(&values)) {
    report("config-value", node.where, fmt::format("{}: {}", row.yaml, refusal->message),
           refusal->hints);
    return;
  }
  row.assign(out_.options, std::get<Value>(values));
}

/// Reads a span such as `3` or `[1, 5]`.
void ConfigReader::span(const OptionRow& row, const YamlNode& node) {
  const bool both_given = node.type == YamlNode::Type::list;
  if (both_given && node.children.size() != 2) return wrong_type(row, node);
  const auto least = axis_number(row, both_given ? node.children[0] : node);
  const auto most = both_given ? axis_number(row, node.children[1]) : least;
  if (!least || !most) return;
  const auto both = read_span(row, fmt::format("{}..{}", *least, *most));
  if (const auto* refusal = std::get_if<Refusal>(&both)) {
    report("config-value", node.where, fmt::format("{}: {}", row.yaml, refusal->message),
           refusal->hints);
    return;
  }
  row.assign(out_.options, std::get<Value>(both));
}

std::optional<std::string> ConfigReader::param(const OptionRow& row, const YamlNode& entry) {
  if (entry.type != YamlNode::Type::scalar) {
    if (entry.type == YamlNode::Type::refused) return std::nullopt;
    report("config-type", range_of(entry),
           fmt::format("{} takes integers and strings, not {}", row.yaml, describe(entry)));
    return std::nullopt;
  }
  const std::string_view digits =
      std::string_view(entry.text).substr(entry.text.starts_with('-') ? 1 : 0);
  const bool integer =
      !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
  if (is_string(entry)) {
    return row.kind == Kind::param_axes ? param_value(entry.text) : always_quoted(entry.text);
  }
  if (integer) return entry.text;
  report("config-type", entry.where,
         fmt::format("{} takes integers and strings, not {}", row.yaml, describe(entry)),
         {fmt::format("to mean a string, write \"{}\"", beginning(entry.text))});
  return std::nullopt;
}

/// Reads constants such as `{LEASE: 7, LEADER: a}`. A quoted string stays a string, whatever it
/// contains.
void ConfigReader::params(const OptionRow& row, const YamlNode& node) {
  if (node.type != YamlNode::Type::map) return wrong_type(row, node);
  std::vector<std::string> items;
  for (const YamlNode& entry : node.children) {
    const auto value = param(row, entry);
    if (!value) continue;
    if (is_string(entry) && row.kind == Kind::columns) {
      report("config-type", range_of(entry),
             fmt::format("{} takes integers, not {}", row.yaml, describe(entry)));
      continue;
    }
    items.push_back(entry.key + "=" + *value);
    if (const auto refusal = check_item(row, items, items.size() - 1, true)) {
      report("config-value", entry.key_where, fmt::format("{}: {}", row.yaml, refusal->message),
             refusal->hints);
    }
  }
  row.assign(out_.options, items);
}

/// Reads axes of constants such as `{LEASE: [3, 5], LEADER: a, PERIOD: {from: 2, to: 8}}`.
void ConfigReader::param_axes(const OptionRow& row, const YamlNode& node) {
  if (node.type != YamlNode::Type::map) return wrong_type(row, node);
  std::vector<std::vector<std::string>> axes;
  for (const YamlNode& entry : node.children) {
    std::vector<std::string>& values = axes.emplace_back();
    values.push_back(entry.key);
    const auto add = [&](const YamlNode& item) {
      if (item.type != YamlNode::Type::map) {
        if (const auto value = param(row, item)) values.push_back(*value);
      } else if (const auto range = axis_item(row, item)) {
        const auto numbers = expand_axis({*range});
        const auto* refusal = std::get_if<Refusal>(&numbers);
        refuse(row, item, refusal == nullptr ? std::nullopt : std::optional(*refusal));
        if (refusal != nullptr) return;
        for (const int n : std::get<std::vector<int>>(std::get<Value>(numbers))) {
          values.push_back(std::to_string(n));
        }
      }
    };
    const std::size_t before = problems_.size();
    if (entry.type == YamlNode::Type::list) {
      for (const YamlNode& item : entry.children) add(item);
    } else {
      add(entry);
    }
    if (problems_.size() == before) refuse(row, entry, check_param_axis(axes, axes.size() - 1));
  }
  row.assign(out_.options, axes);
}

/// Checks one list in a value such as `[[a, b], [c]]`.
bool ConfigReader::is_group(const OptionRow& row, const YamlNode& node) {
  const bool names = node.type == YamlNode::Type::list &&
                     std::all_of(node.children.begin(), node.children.end(), [](const auto& n) {
                       return n.type == YamlNode::Type::scalar && is_string(n);
                     });
  if (!names) wrong_type(row, node);
  return names;
}

void ConfigReader::refuse(const OptionRow& row, const YamlNode& node,
                          const std::optional<Refusal>& refusal) {
  if (!refusal) return;
  report("config-value", node.where, fmt::format("{}: {}", row.yaml, refusal->message),
         refusal->hints);
}

void ConfigReader::groups(const OptionRow& row, const YamlNode& node) {
  if (node.type != YamlNode::Type::list) return wrong_type(row, node);
  std::vector<std::vector<std::string>> all;
  for (const YamlNode& child : node.children) {
    if (!is_group(row, child)) continue;
    std::vector<std::string>& group = all.emplace_back();
    for (const YamlNode& name : child.children) group.push_back(name.text);
    refuse(row, child, check_group(group));
  }
  row.assign(out_.options, all);
}

/// Reads groups such as `[[a, b], [c]]` or `{east: [a, b], west: [c]}`.
void ConfigReader::sets(const OptionRow& row, const YamlNode& node) {
  const bool named = node.type == YamlNode::Type::map;
  if (!named && node.type != YamlNode::Type::list) return wrong_type(row, node);
  std::vector<std::vector<std::string>> all;
  for (const YamlNode& child : node.children) {
    if (!is_group(row, child)) continue;
    std::vector<std::string>& set = all.emplace_back();
    set.push_back(!named ? "" : child.key.empty() ? "=" : child.key);
    for (const YamlNode& name : child.children) set.push_back(name.text);
    refuse(row, child, check_set(all, all.size() - 1));
  }
  row.assign(out_.options, all);
}

void ConfigReader::value(const OptionRow& row, const YamlNode& node) {
  out_.places.emplace(row.name, range_of(node));
  if (row.kind == Kind::names || row.kind == Kind::programs || row.kind == Kind::specifications ||
      row.kind == Kind::folders || row.kind == Kind::texts) {
    list(row, node);
  } else if (row.kind == Kind::params || row.kind == Kind::columns) {
    params(row, node);
  } else if (row.kind == Kind::weights) {
    weights(row, node);
  } else if (row.kind == Kind::param_axes) {
    param_axes(row, node);
  } else if (row.kind == Kind::toggle) {
    toggle(row, node);
  } else if (row.kind == Kind::sets) {
    sets(row, node);
  } else if (row.kind == Kind::groups) {
    groups(row, node);
  } else if (row.kind == Kind::axis) {
    axis(row, node);
  } else if (row.kind == Kind::span) {
    span(row, node);
  } else {
    scalar(row, node);
  }
}

}  // namespace ldfi::config
