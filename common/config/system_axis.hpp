// The values of a real system's Fspec that can be told on the command line, or be swept: their options,
// their place in a config, and how they are written. Private to common/config.
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
  std::string_view name;    ///< in the section sweep, and of its values: `delay_count`
  std::string_view option;  ///< the option that sets it: `delay-count`
  std::string_view axis;    ///< the option that sweeps it: `sweep-delay-count`; empty if none does
  const OptionRow* key;     ///< the row of its key: `fspec.delays.count`
  Kind kind;                ///< time, integer, amount, choice, operations or count
};

/// In the order in which cells are named and sorted.
[[nodiscard]] std::span<const SystemRow> system_rows_of_sweeps();
[[nodiscard]] const SystemRow* system_row(std::string_view name);

/// One value, in the form in which it is always written; nothing if it is none.
[[nodiscard]] std::optional<std::string> read_system_value(const SystemRow& row,
                                                           std::string_view text);
/// What a value of the row is, for messages: `a time such as 500ms`.
[[nodiscard]] std::string kind_of(const SystemRow& row);

/// The values of an axis, ascending: `500ms,1s..3s/500ms`. What is wrong with it, if anything, is
/// told in words.
[[nodiscard]] std::vector<SystemValue> read_system_axis(const SystemRow& row, std::string_view text,
                                                        std::string& wrong);
/// The same in a config: `500ms`, `[500ms, {from: 1s, to: 3s, step: 500ms}]`.
[[nodiscard]] std::vector<SystemValue> read_system_axis(const SystemRow& row, const YamlNode& node,
                                                        std::vector<Diagnostic>& problems);

/// Puts the value into the tree, in place of what stands there.
void put_system_value(YamlNode& root, const SystemValue& value);

}  // namespace ldfi::config
