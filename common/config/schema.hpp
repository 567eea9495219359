// Generates configs/schema.json, which editors use, from the table of options and keys.
#pragma once

#include <string>

namespace ldfi::config {

/// A JSON schema (draft 7) of configs of programs and of real systems, as text with an end of line.
[[nodiscard]] std::string config_schema();

}  // namespace ldfi::config
