// Generates pages of docs/reference from the tables of options and keys.
#pragma once

#include <string>

namespace ldfi::config {

/// Returns docs/reference/system-keys.md: each key of configs with `system`, with its values,
/// default and meaning.
[[nodiscard]] std::string key_reference();

/// Returns docs/reference/options.md: each option with its values, key, default and meaning.
[[nodiscard]] std::string option_reference();

}  // namespace ldfi::config
