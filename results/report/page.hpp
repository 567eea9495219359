// Writes the beginning of every HTML page, and embeds JSON in a page safely.
#pragma once

#include <string>
#include <string_view>

#include "results/json/values.hpp"

namespace ldfi::results {

/// Returns the page from the doctype to the opening <main>, with title and styles. Its content security
/// policy allows only these styles and, unless `script_hash` is empty, the script with that hash
/// (`sha256-…`). This function escapes the texts.
[[nodiscard]] std::string page_top(const std::string& title, const std::string& subtitle,
                                   std::string_view script_hash = "");

/// Returns the data with texts that are safe to show: characters that are invisible or that reorder text are
/// replaced.
[[nodiscard]] Json shown(const Json& json);

/// Returns the data, changed by shown(), as the text of a <script> element. No text in the data can end the
/// element.
[[nodiscard]] std::string embedded(const Json& json);

}  // namespace ldfi::results
