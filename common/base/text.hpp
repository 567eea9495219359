// How names are written wherever the tool writes them: logs, fault sets, tuples.
#pragma once

#include <string>
#include <string_view>

namespace ldfi {

/// True if `text` is a non-empty run of [A-Za-z0-9._?-] characters: written without quotes.
bool is_plain_word(std::string_view text);

/// `abc`, or `"two words"` with \" \\ \n \t \r and \xNN escapes for quotes, backslashes, controls
/// and invalid UTF-8. unquote(word_or_quoted(s)) == s for every s.
std::string word_or_quoted(std::string_view text);

}  // namespace ldfi
