// The values of a real system's Fspec that the command line may set and that a sweep may vary:
// their options, their places in a config, and their written forms. Private to common/config.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/config/config_file.hpp"
#include "common/config/option_table.hpp"
#include "common/config/yaml_tree.hpp"

namespace ldfi::config {

struct SystemRow {
  std::string_view name;    ///< name of the value in the section `sweep`, such as `delay_count`
  std::string_view option;  ///< option that sets the value, such as `delay-count`
  /// Option that varies the value, such as `sweep-delay-count`; empty if there is none.
  std::string_view axis;
  const OptionRow* key;  ///< the row of the value's key, such as `fspec.delays.count`
  Kind kind;             ///< `time`, `integer`, `amount`, `choice`, `operations` or `count`
};

/// Returns all rows, in the order in which they appear in the names of cells.
[[nodiscard]] std::span<const SystemRow> system_rows_of_sweeps();
[[nodiscard]] const SystemRow* system_row(std::string_view name);

/// Returns the canonical form of one value. Returns nullopt if the text is not a value of the row.
[[nodiscard]] std::optional<std::string> read_system_value(const SystemRow& row,
                                                           std::string_view text);
/// Returns a description of the row's values for messages, such as `a time such as 500ms`.
[[nodiscard]] std::string kind_of(const SystemRow& row);

/// Returns the values of an axis such as `500ms,1s..3s/500ms`, ascending. Sets `wrong` to a
/// description of the first problem.
[[nodiscard]] std::vector<SystemValue> read_system_axis(const SystemRow& row, std::string_view text,
                                                        std::string& wrong);
/// Returns the values of an axis in a config, such as `500ms` or `[500ms, {from: 1s, to: 3s, step:
/// 500ms}]`. Reports problems to `problems`.
[[nodiscard]] std::vector<SystemValue> read_system_axis(const SystemRow& row, const YamlNode& node,
                                                        std::vector<Diagnostic>& problems);

/// Writes the value into the tree of a config, in place of the value in the tree.
void put_system_value(YamlNode& root, const SystemValue& value);

}  // namespace ldfi::config
