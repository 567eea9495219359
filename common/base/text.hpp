// How names are written wherever the tool writes them: logs, fault sets, tuples.
#pragma once

#include <string>
#include <string_view>

namespace ldfi {

/// True if `text` is a non-empty run of [A-Za-z0-9._?-] characters: written without quotes.
bool is_plain_word(std::string_view text);

/// The name as it is if it is a plain word, such as `abc`; otherwise in quotes, such as `"two
/// words"`, with \" \\ \n \t \r and \xNN for quotes, backslashes, controls and invalid UTF-8. For
/// every s, unquote(word_or_quoted(s)) == s.
std::string word_or_quoted(std::string_view text);

}  // namespace ldfi
