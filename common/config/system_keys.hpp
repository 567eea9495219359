// Finds the rows of keys of real systems' configs. Private to common/config.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "common/config/option_table.hpp"

namespace ldfi::config {

/// Returns the row of a key such as `fspec.eot`. Requires that there is one.
const OptionRow& system_key(std::string_view yaml);

/// Returns the rows of the keys of a map such as `fspec`, in order. An empty name stands for the
/// config itself.
const std::vector<const OptionRow*>& system_keys_in(std::string_view map);

/// Returns the full name of a key: `map` and `key` joined by a dot.
std::string key_path(std::string_view map, std::string_view key);
/// Returns the last part of a key's full name: `eot` for `fspec.eot`.
std::string_view last_part(std::string_view yaml);

}  // namespace ldfi::config
