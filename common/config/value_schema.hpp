// Generates the JSON schema for the values of one option or key. Private to common/config.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/config/option_table.hpp"

namespace ldfi::config {

using Schema = nlohmann::ordered_json;

/// Returns a schema for each form that a value of the row may have. Empty if the value must be a
/// map of keys.
[[nodiscard]] std::vector<Schema> value_forms(const OptionRow& row);

/// Returns the schema of a value that may have any of these forms, with the row's default and
/// description.
[[nodiscard]] Schema value_schema(const OptionRow& row, std::vector<Schema> forms);

}  // namespace ldfi::config
