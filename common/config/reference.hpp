// Generates pages of docs/reference from the tables of options and keys.
#pragma once

#include <string>

namespace ldfi::config {

/// Returns the page docs/reference/system-keys.md: each key of real systems' configs, with its
/// values, default and meaning.
[[nodiscard]] std::string key_reference();

/// Returns the page docs/reference/options.md: each option, with its values, key, default and
/// meaning.
[[nodiscard]] std::string option_reference();

}  // namespace ldfi::config
