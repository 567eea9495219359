// Finds the rows of keys of configs with `system`. Private to common/config.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/config/option_table.hpp"

namespace ldfi::config {

/// The row of a key, such as `fspec.eot`. It must exist (contract).
const OptionRow& system_key(std::string_view yaml);

/// The rows of the keys of a map, such as `fspec`, in order; those of the config itself if it is empty.
const std::vector<const OptionRow*>& system_keys_in(std::string_view map);

/// `map` and `key`, joined by a dot.
std::string key_path(std::string_view map, std::string_view key);
/// `fspec.eot` → `eot`
std::string_view last_part(std::string_view yaml);

}  // namespace ldfi::config
