// Generates configs/schema.json, which editors use to check configs, from the table of options and
// keys.
#pragma once

#include <string>

namespace ldfi::config {

/// Returns a JSON schema (draft 7) for configs of programs and of real systems, with a newline at
/// its end.
[[nodiscard]] std::string config_schema();

}  // namespace ldfi::config
