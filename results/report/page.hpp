// Writes the beginning of every HTML page, and embeds JSON in a page safely.
#pragma once

#include <string>
#include <string_view>

#include "results/json/values.hpp"

namespace ldfi::results {

/// Returns the page from its first line to the opening <main>, with title and styles. Its content
/// security policy allows only these styles. If `script_hash` (`sha256-…`) is not empty, it also
/// allows the script with this hash. Escapes the texts.
[[nodiscard]] std::string page_top(const std::string& title, const std::string& subtitle,
                                   std::string_view script_hash = "");

/// Returns the data with texts that are safe to show: replaces characters that are invisible or
/// that change the direction of text.
[[nodiscard]] Json shown(const Json& json);

/// Returns the data as the contents of a <script> element, after shown(). No text in the data can
/// end the element.
[[nodiscard]] std::string embedded(const Json& json);

}  // namespace ldfi::results
