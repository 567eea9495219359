// Reads the YAML tree of a config into options. Private to common/config.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/config/axis.hpp"
#include "common/config/config_file.hpp"
#include "common/config/option_table.hpp"
#include "common/config/yaml_tree.hpp"

namespace ldfi::config {

/// Reads one config, and appends its problems to the caller's list.
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
  void toggle(const OptionRow& row, const YamlNode& node);
  void scalar(const OptionRow& row, const YamlNode& node);
  void list(const OptionRow& row, const YamlNode& node);
  void axis(const OptionRow& row, const YamlNode& node);
  void span(const OptionRow& row, const YamlNode& node);
  void sets(const OptionRow& row, const YamlNode& node);
  /// Returns true if the node is a list of names. Reports the node otherwise.
  bool is_group(const OptionRow& row, const YamlNode& node);
  /// Reports why the value of the node was refused, if it was.
  void refuse(const OptionRow& row, const YamlNode& node, const std::optional<Refusal>& refusal);
  void params(const OptionRow& row, const YamlNode& node);
  void param_axes(const OptionRow& row, const YamlNode& node);
  void weights(const OptionRow& row, const YamlNode& node);
  /// Returns the value of a constant in the form of the option -D. Reports a value that is neither
  /// an integer nor a string and returns nullopt.
  std::optional<std::string> param(const OptionRow& row, const YamlNode& entry);
  void groups(const OptionRow& row, const YamlNode& node);
  void details(const OptionRow& row, const YamlNode& map);
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

/// Returns the place of a node for diagnostics. For an empty value, returns the place of its key.
inline SourceRange range_of(const YamlNode& node) {
  return node.type == YamlNode::Type::null && !node.key.empty() ? node.key_where : node.where;
}

}  // namespace ldfi::config
