// What text is, and how names are written wherever the tool writes them: logs, fault sets, tuples.
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ldfi {

/// Length in bytes of the UTF-8 sequence at the front of `text`, which is not empty; 0 if it is
/// cut, overlong, a surrogate, or beyond Unicode [RFC 3629 §4].
std::size_t utf8_length(std::string_view text);

/// The offset of the first byte that is not UTF-8, or is NUL; nothing if there is none.
std::optional<std::size_t> first_non_text(std::string_view text);

/// True if `text` is a non-empty run of [A-Za-z0-9._?-] characters: written without quotes.
bool is_plain_word(std::string_view text);

/// The name as it is if it is a plain word, such as `abc`; otherwise in quotes, such as `"two
/// words"`, with \" \\ \n \t \r and \xNN for quotes, backslashes, controls and invalid UTF-8. For
/// every s, unquote(word_or_quoted(s)) == s.
std::string word_or_quoted(std::string_view text);

/// As word_or_quoted(), with quotes around plain words, too.
std::string always_quoted(std::string_view text);

/// Bytes of a text of strangers that one message shows at most.
inline constexpr std::size_t most_shown = 60;

/// The text if it has at most `most` bytes. Otherwise its beginning and `…`, without a part of a character.
std::string beginning(std::string_view text, std::size_t most = most_shown);

/// The beginning of a text of strangers, fit for a message: as word_or_quoted() writes it. Each message that
/// repeats what strangers wrote uses it, so that no message is as long as their file.
std::string shown(std::string_view text);

/// The same of a line, with more room and without quotes.
std::string shown_line(std::string_view text);

/// The first ten items as shown_line() writes them, with `between` in between, and how many more there are.
std::string few_of(const std::vector<std::string>& items, std::string_view between);

/// The text with each of its lines cut to 4,000 bytes. The last resort of whatever writes messages.
std::string bounded_lines(std::string_view text);

/// `1 tick`, `3 ticks`; of a word with another plural `2 searches`.
std::string counted(std::string_view number, std::string_view one, std::string_view more = {});
template <std::integral Number>
std::string counted(Number number, std::string_view one, std::string_view more = {}) {
  return counted(std::to_string(number), one, more);
}

/// In decimal digits, many times faster than by a format.
template <std::integral Number>
void append_number(Number number, std::string& out) {
  std::array<char, 24> digits;  // NOLINT: written before it is read
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

}  // namespace ldfi
