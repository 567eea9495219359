// What every page of ours begins with.
#pragma once

#include <string>
#include <string_view>

#include "results/json/values.hpp"

namespace ldfi::results {

/// From the doctype to the opening <main>: title, styles, and a policy that allows these and, if
/// there is one, the script with that hash (`sha256-…`), and nothing from elsewhere. Texts are
/// escaped here.
[[nodiscard]] std::string page_top(const std::string& title, const std::string& subtitle,
                                   std::string_view script_hash = "");

/// Data of which a script shows the texts: without characters that reorder text or that nobody sees.
[[nodiscard]] Json shown(const Json& json);

/// JSON for a <script> element, as shown(): nothing in it can end the element.
[[nodiscard]] std::string embedded(const Json& json);

}  // namespace ldfi::results
