// Walks the YAML tree by the table of options: the section of an option is what stands before the
// dot of its yaml name.
#include "common/config/config_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>

#include "common/base/text.hpp"
#include "common/config/axis.hpp"
#include "common/config/option_table.hpp"
#include "common/config/option_value.hpp"
#include "common/config/yaml_tree.hpp"

namespace ldfi::config {
namespace {

class ConfigReader {
 public:
  ConfigReader(const std::string& path, FileId file, std::vector<Diagnostic>& problems)
      : file_(file), problems_(problems) {
    const auto slash = path.find_last_of('/');
    folder_ = slash == std::string::npos ? "" : path.substr(0, slash + 1);
    out_.fspec_place = {file, 0, 0, 1};
  }

  ConfigFile read(const YamlNode& root);

 private:
  void section(const YamlNode& map, const std::string& prefix);
  void unknown_key(const YamlNode& entry, const std::string& prefix);
  void value(const OptionRow& row, const YamlNode& node);
  void scalar(const OptionRow& row, const YamlNode& node);
  void list(const OptionRow& row, const YamlNode& node);
  void axis(const OptionRow& row, const YamlNode& node);
  void params(const OptionRow& row, const YamlNode& node);
  std::optional<AxisRange> axis_item(const OptionRow& row, const YamlNode& node);
  std::optional<std::uint64_t> axis_number(const OptionRow& row, const YamlNode& node);
  void wrong_type(const OptionRow& row, const YamlNode& node);
  void report(const char* code, SourceRange where, std::string message,
              std::vector<std::string> hints = {});

  FileId file_;
  std::vector<Diagnostic>& problems_;
  std::string folder_;
  ConfigFile out_;
};

const OptionRow* row_of(std::string_view yaml) {
  for (const OptionRow& row : option_table()) {
    if (!row.yaml.empty() && row.yaml == yaml) return &row;
  }
  return nullptr;
}

bool is_section(const std::string& name) {
  const auto& table = option_table();
  return std::any_of(table.begin(), table.end(),
                     [&](const OptionRow& row) { return row.yaml.starts_with(name + "."); });
}

/// The keys of the section whose options begin with `prefix`.
std::vector<std::string> keys_of(const std::string& prefix) {
  std::set<std::string> keys;
  for (const OptionRow& row : option_table()) {
    if (row.yaml.empty() || !row.yaml.starts_with(prefix)) continue;
    const std::string_view rest = row.yaml.substr(prefix.size());
    keys.emplace(rest.substr(0, rest.find('.')));
  }
  return {keys.begin(), keys.end()};
}

/// The place to show for a node: an empty value is shown at its key.
SourceRange shown(const YamlNode& node) {
  return node.type == YamlNode::Type::null && !node.key.empty() ? node.key_where : node.where;
}

std::string expected(const OptionRow& row) {
  switch (row.kind) {
    case Kind::integer:
      return "an integer";
    case Kind::axis:
      return "an integer, a list of integers, or a range {from: 4, to: 8, step: 2}";
    case Kind::names:
      return "a list of names, such as [a, b]";
    case Kind::programs:
      return "a list of paths, such as [kafka.ded]";
    case Kind::specifications:
      return "a list of paths, such as [kafka.spec]";
    case Kind::folders:
      return "a list of folders, such as [../protocols]";
    case Kind::params:
      return "a map of constants, such as {LEASE: 7}";
    case Kind::duration:
      return "a time, such as 120s";
    case Kind::bytes:
      return "a size, such as 4G";
    case Kind::relation:
      return "a relation's name";
    case Kind::choice:
    case Kind::text:
    case Kind::results:
    case Kind::toggle:
      break;
  }
  return "a string";
}

void ConfigReader::report(const char* code, SourceRange where, std::string message,
                          std::vector<std::string> hints) {
  if (problems_.size() > max_yaml_problems) return;
  if (problems_.size() == max_yaml_problems) {
    code = "config-problems";
    message = "here and further on, more is wrong than is worth showing";
    hints.clear();
  }
  problems_.push_back({Severity::error, code, where, std::move(message), std::move(hints)});
}

void ConfigReader::wrong_type(const OptionRow& row, const YamlNode& node) {
  if (node.type == YamlNode::Type::refused) return;
  std::vector<std::string> hints;
  if (node.type == YamlNode::Type::scalar && !is_string(node)) {
    hints.push_back(fmt::format("to mean a string, write \"{}\"", brief(node.text)));
  }
  report("config-type", shown(node),
         fmt::format("{} takes {}, not {}", row.yaml, expected(row), describe(node)),
         std::move(hints));
}

void ConfigReader::scalar(const OptionRow& row, const YamlNode& node) {
  const bool number = row.kind == Kind::integer;
  // An integer in quotes is a string. A size may be either. The words of a choice say enough.
  const bool any_scalar =
      row.kind == Kind::duration || row.kind == Kind::bytes || row.kind == Kind::choice;
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
        hints.push_back(fmt::format("to mean a string, write \"{}\"", brief(child.text)));
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
  if (row.kind != Kind::names) {
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

/// Reads an item of an axis: a number, or a range with its bounds.
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
             fmt::format("a range has no key {}", word_or_quoted(brief(entry.key))),
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
    report("config-missing", node.where, fmt::format("{}: a range needs from and to", row.yaml));
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

/// `{LEASE: 7, LEADER: a}`. A string in quotes stays one, whatever is in it.
void ConfigReader::params(const OptionRow& row, const YamlNode& node) {
  if (node.type != YamlNode::Type::map) return wrong_type(row, node);
  std::vector<std::string> items;
  for (const YamlNode& entry : node.children) {
    if (entry.type != YamlNode::Type::scalar) {
      if (entry.type == YamlNode::Type::refused) continue;
      report("config-type", shown(entry),
             fmt::format("{} takes integers and strings, not {}", row.yaml, describe(entry)));
      continue;
    }
    const std::string_view digits =
        std::string_view(entry.text).substr(entry.text.starts_with('-') ? 1 : 0);
    const bool integer =
        !digits.empty() && digits.find_first_not_of("0123456789") == std::string_view::npos;
    if (!is_string(entry) && !integer) {
      report("config-type", entry.where,
             fmt::format("{} takes integers and strings, not {}", row.yaml, describe(entry)),
             {fmt::format("to mean a string, write \"{}\"", brief(entry.text))});
      continue;
    }
    items.push_back(entry.key + "=" + (is_string(entry) ? always_quoted(entry.text) : entry.text));
    if (const auto refusal = check_item(row, items, items.size() - 1, true)) {
      report("config-value", entry.key_where, fmt::format("{}: {}", row.yaml, refusal->message),
             refusal->hints);
    }
  }
  row.assign(out_.options, items);
}

void ConfigReader::value(const OptionRow& row, const YamlNode& node) {
  out_.places.emplace(row.name, shown(node));
  if (row.kind == Kind::names || row.kind == Kind::programs || row.kind == Kind::specifications ||
      row.kind == Kind::folders) {
    list(row, node);
  } else if (row.kind == Kind::params) {
    params(row, node);
  } else if (row.kind == Kind::axis) {
    axis(row, node);
  } else {
    scalar(row, node);
  }
}

void ConfigReader::unknown_key(const YamlNode& entry, const std::string& prefix) {
  const std::vector<std::string> known = keys_of(prefix);
  std::vector<std::string> hints;
  for (const OptionRow& row : option_table()) {
    const auto dot = row.yaml.find('.');
    const std::string_view last =
        dot == std::string_view::npos ? row.yaml : row.yaml.substr(dot + 1);
    if (row.yaml.empty() || last != entry.key) continue;
    hints.push_back(dot == std::string_view::npos
                        ? fmt::format("{} belongs to the top level", entry.key)
                        : fmt::format("{} belongs under {}", entry.key, row.yaml.substr(0, dot)));
  }
  if (const auto near = closest(entry.key, known); hints.empty() && !near.empty()) {
    hints.push_back(fmt::format("did you mean {}?", near));
  }
  if (hints.empty()) {
    std::string all;
    for (const std::string& key : known) all += (all.empty() ? "" : ", ") + key;
    hints.push_back("the keys here are " + all);
  }
  const std::string section = prefix.empty() ? "a config" : prefix.substr(0, prefix.size() - 1);
  report("yaml-unknown-key", entry.key_where,
         fmt::format("{} has no key {}", section, word_or_quoted(brief(entry.key))),
         std::move(hints));
}

void ConfigReader::section(const YamlNode& map, const std::string& prefix) {
  for (const YamlNode& entry : map.children) {
    const std::string path = prefix + entry.key;
    if (entry.key == "fspec" && prefix.empty()) out_.fspec_place = entry.key_where;
    if (entry.key == "sweep" && prefix.empty()) out_.options.sweep = true;
    if (const OptionRow* row = row_of(path)) {
      value(*row, entry);
    } else if (!is_section(path)) {
      unknown_key(entry, prefix);
    } else if (entry.type == YamlNode::Type::map) {
      section(entry, path + ".");
    } else if (entry.type != YamlNode::Type::refused) {
      report("config-type", shown(entry),
             fmt::format("{} takes a map, not {}", path, describe(entry)));
    }
  }
}

ConfigFile ConfigReader::read(const YamlNode& root) {
  const SourceRange whole{file_, 0, 0, 1};
  if (root.type == YamlNode::Type::refused) return std::move(out_);
  if (root.type == YamlNode::Type::null) {
    report("config-empty", whole, "the config is empty", {"it needs at least program and fspec"});
    return std::move(out_);
  }
  if (root.type != YamlNode::Type::map) {
    report("config-type", root.where, fmt::format("a config is a map, not {}", describe(root)));
    return std::move(out_);
  }
  out_.readable = true;
  section(root, "");
  if (!out_.places.contains("program")) {
    report("config-missing", whole, "program is missing: the list of Dedalus files to run");
  }
  return std::move(out_);
}

}  // namespace

ConfigFile read_config(std::string_view text, const std::string& path, FileId file,
                       std::vector<Diagnostic>& problems) {
  return ConfigReader(path, file, problems).read(parse_yaml(text, file, problems));
}

}  // namespace ldfi::config
