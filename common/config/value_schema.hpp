// The JSON schema of the values of one option or key. Private to common/config.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/config/option_table.hpp"

namespace ldfi::config {

using Schema = nlohmann::ordered_json;

/// Returns the forms of a value of the row as schemas; empty if it must be a map of keys.
[[nodiscard]] std::vector<Schema> value_forms(const OptionRow& row);

/// Returns the schema of a value that has one of these forms, with the row's default and
/// description.
[[nodiscard]] Schema value_schema(const OptionRow& row, std::vector<Schema> forms);

}  // namespace ldfi::config
