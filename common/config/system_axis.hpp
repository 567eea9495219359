// The values of a real system's Fspec that the command line can set or a sweep can vary: their
// options, their places in a config, and their text forms. Private to common/config.
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
  std::string_view name;    ///< name in the section sweep and of its values: `delay_count`
  std::string_view option;  ///< the option that sets it: `delay-count`
  std::string_view axis;    ///< option that varies it: `sweep-delay-count`; empty if there is none
  const OptionRow* key;     ///< the row of its key: `fspec.delays.count`
  Kind kind;                ///< time, integer, amount, choice, operations or count
};

/// Returns the rows in the order in which cells are named and sorted.
[[nodiscard]] std::span<const SystemRow> system_rows_of_sweeps();
[[nodiscard]] const SystemRow* system_row(std::string_view name);

/// Returns the canonical form of one value, or nullopt if the text is not a value of the row.
[[nodiscard]] std::optional<std::string> read_system_value(const SystemRow& row,
                                                           std::string_view text);
/// Describes the values of the row for messages: `a time such as 500ms`.
[[nodiscard]] std::string kind_of(const SystemRow& row);

/// Reads an axis such as `500ms,1s..3s/500ms` and returns its values in ascending order. Sets
/// `wrong` to a description of the first problem.
[[nodiscard]] std::vector<SystemValue> read_system_axis(const SystemRow& row, std::string_view text,
                                                        std::string& wrong);
/// Reads an axis in a config, such as `500ms` or `[500ms, {from: 1s, to: 3s, step: 500ms}]`.
[[nodiscard]] std::vector<SystemValue> read_system_axis(const SystemRow& row, const YamlNode& node,
                                                        std::vector<Diagnostic>& problems);

/// Puts the value into the tree and replaces the present value.
void put_system_value(YamlNode& root, const SystemValue& value);

}  // namespace ldfi::config
