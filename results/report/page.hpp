// What every page of ours begins with.
#pragma once

#include <string>
#include <string_view>

namespace ldfi::results {

/// From the doctype to the opening <main>: title, styles, and a policy that allows these and, if
/// there is one, the script with that hash (`sha256-…`), and nothing from elsewhere. Texts are
/// escaped here.
[[nodiscard]] std::string page_top(const std::string& title, const std::string& subtitle,
                                   std::string_view script_hash = "");

}  // namespace ldfi::results
