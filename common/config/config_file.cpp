// Reads a config by walking its YAML tree with the table of options. The part of an option's key
// before the dot is the section.
#include "common/config/config_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/config/system_cells.hpp"
#include "common/config/system_config.hpp"

namespace ldfi::config {
namespace {

/// Returns the alternative name of a key. Empty if there is none.
std::string_view other_name(std::string_view yaml) {
  return yaml == "fspec.crashes.nodes" ? "fspec.crashable" : "";
}

const OptionRow* row_of(std::string_view yaml) {
  for (const OptionRow& row : option_table()) {
    if (!row.yaml.empty() && (row.yaml == yaml || row.yaml == other_name(yaml))) return &row;
  }
  return nullptr;
}

bool is_section(const std::string& name) {
  if (name == "fspec.crashes") return true;
  const auto& table = option_table();
  return std::any_of(table.begin(), table.end(),
                     [&](const OptionRow& row) { return row.yaml.starts_with(name + "."); });
}

/// Returns the keys of the section whose options begin with `prefix`.
std::vector<std::string> keys_of(const std::string& prefix) {
  std::set<std::string> keys;
  for (const OptionRow& row : option_table()) {
    if (row.yaml.empty() || !row.yaml.starts_with(prefix)) continue;
    const std::string_view rest = row.yaml.substr(prefix.size());
    keys.emplace(rest.substr(0, rest.find('.')));
  }
  if (prefix == "fspec.crashes.") keys.emplace("nodes");
  if (row_of(prefix.substr(0, prefix.size() - 1)) != nullptr) keys.emplace("most");
  return {keys.begin(), keys.end()};
}

}  // namespace

void ConfigReader::report(const char* code, SourceRange where, std::string message,
                          std::vector<std::string> hints) {
  if (problems_.size() > max_yaml_problems) return;
  if (problems_.size() == max_yaml_problems) {
    code = "config-problems";
    message = "more errors follow; correct the ones above first";
    hints.clear();
  }
  problems_.push_back({Severity::error, code, where, std::move(message), std::move(hints)});
}

/// Reads a map such as `{most: 2, from: [a]}`. `most` is the value of the option itself; the other
/// keys are separate options.
void ConfigReader::details(const OptionRow& row, const YamlNode& map) {
  const std::string prefix = std::string(row.yaml) + ".";
  for (const YamlNode& entry : map.children) {
    if (entry.key == "most" || (entry.key == "max" && prefix == "fspec.duplicates.")) {
      value(row, entry);
    } else if (const OptionRow* detail = row_of(prefix + entry.key)) {
      value(*detail, entry);
    } else {
      unknown_key(entry, prefix);
    }
  }
}

void ConfigReader::unknown_key(const YamlNode& entry, const std::string& prefix) {
  const std::vector<std::string> known = keys_of(prefix);
  std::vector<std::string> hints;
  for (const OptionRow& row : option_table()) {
    const auto dot = row.yaml.rfind('.');
    const std::string_view last =
        dot == std::string_view::npos ? row.yaml : row.yaml.substr(dot + 1);
    if (!row.yaml.empty() && row.name == entry.key && last != row.name) {
      hints.push_back(fmt::format("the option --{} is {} in a config", row.name, row.yaml));
    }
    if (row.yaml.empty() || last != entry.key) continue;
    hints.push_back(dot == std::string_view::npos
                        ? fmt::format("write {} at the top level, not here", entry.key)
                        : fmt::format("{} belongs under {}", entry.key, row.yaml.substr(0, dot)));
  }
  if (hints.empty()) hints = as_hints(did_you_mean(closest(entry.key, known)));
  if (hints.empty()) {
    std::string all;
    for (const std::string& key : known) all += (all.empty() ? "" : ", ") + key;
    hints.push_back("the keys here are " + all);
  }
  const std::string section = prefix.empty() ? "a config" : prefix.substr(0, prefix.size() - 1);
  report("yaml-unknown-key", entry.key_where,
         fmt::format("{} has no key {}", section, shown(entry.key)), std::move(hints));
}

void ConfigReader::section(const YamlNode& map, const std::string& prefix) {
  for (const YamlNode& entry : map.children) {
    const std::string path = prefix + entry.key;
    if (entry.key == "fspec" && prefix.empty()) out_.fspec_place = entry.key_where;
    if (entry.key == "sweep" && prefix.empty()) out_.options.sweep = true;
    const OptionRow* row = row_of(path);
    if (row != nullptr && entry.type == YamlNode::Type::map && is_section(path)) {
      details(*row, entry);
    } else if (row != nullptr) {
      value(*row, entry);
    } else if (!is_section(path)) {
      unknown_key(entry, prefix);
    } else if (entry.type == YamlNode::Type::map) {
      section(entry, path + ".");
    } else if (entry.type != YamlNode::Type::refused) {
      report("config-type", range_of(entry),
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
    report("config-type", root.where,
           fmt::format("a config must be a map (key: value), not {}", describe(root)));
    return std::move(out_);
  }
  out_.readable = true;
  section(root, "");
  if (!out_.places.contains("program")) {
    report("config-missing", whole, "program is missing: the list of Dedalus files to run");
  }
  return std::move(out_);
}

ConfigFile read_config(std::string_view text, const std::string& path, FileId file,
                       std::vector<Diagnostic>& problems, const ReplacedValues& said) {
  return read_config_tree(parse_yaml(text, file, problems), path, file, problems, said);
}

ConfigFile read_config_tree(const YamlNode& root, const std::string& path, FileId file,
                            std::vector<Diagnostic>& problems, const ReplacedValues& said) {
  if (!is_system(root)) return ConfigReader(path, file, problems).read(root);
  return read_system(root, path, said, problems);
}

}  // namespace ldfi::config
