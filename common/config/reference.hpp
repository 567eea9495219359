// The pages in docs/reference that are made from the tables of options and keys.
#pragma once

#include <string>

namespace ldfi::config {

/// docs/reference/system-keys.md: each key of configs with `system`, with its values, its default and its meaning.
[[nodiscard]] std::string key_reference();

/// docs/reference/options.md: each option with its values, its key, its default and its meaning.
[[nodiscard]] std::string option_reference();

}  // namespace ldfi::config
