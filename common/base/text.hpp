// Functions for texts: checks of UTF-8, quoting of names, and shortening for messages.
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

/// Returns the length in bytes of the UTF-8 character at the beginning of `text`, which must not be
/// empty. Returns 0 if the bytes are not valid UTF-8: incomplete, overlong, a surrogate, or beyond
/// Unicode [RFC 3629 §4].
std::size_t utf8_length(std::string_view text);

/// Returns the offset of the first byte that is NUL or not valid UTF-8. Returns nullopt if there is
/// no such byte.
std::optional<std::size_t> first_non_text(std::string_view text);

/// Returns true if `text` can be written without quotes, because it is not empty and consists of
/// [A-Za-z0-9._?-].
bool is_plain_word(std::string_view text);

/// Returns a plain word, such as `abc`, unchanged. Puts any other text in quotes, such as `"two
/// words"`. Quotes, backslashes, control characters and invalid UTF-8 become \" \\ \n \t \r and
/// \xNN. So unquote(word_or_quoted(s)) == s for every s.
std::string word_or_quoted(std::string_view text);

/// Returns the text as word_or_quoted() does, but with quotes even if it is a plain word.
std::string always_quoted(std::string_view text);

/// Largest number of bytes of an external text, such as a name in a file, that one message shows.
inline constexpr std::size_t most_shown = 60;

/// Returns `text` if it has at most `most` bytes. Otherwise returns its beginning, without cutting
/// a character, and `…`.
std::string beginning(std::string_view text, std::size_t most = most_shown);

/// Returns the beginning of an external text in the form of word_or_quoted(). All messages that
/// repeat external text use this function, because such a text may be as long as a file.
std::string shown(std::string_view text);

/// Returns the beginning of a line from outside for a message. Unlike shown(), this function adds
/// no quotes and allows more bytes.
std::string shown_line(std::string_view text);

/// Returns the first ten items, separated by `between`, and the number of items left out. Each item
/// is shortened by shown_line().
std::string first_items_text(const std::vector<std::string>& items, std::string_view between);

/// Returns the text with each line cut to 4,000 bytes. The program does this with all its messages,
/// in case other code forgot to shorten a text.
std::string bounded_lines(std::string_view text);

/// Returns a number with its noun, such as `1 tick` or `3 ticks`. An irregular plural is passed as
/// `more`, such as `searches`.
std::string counted(std::string_view number, std::string_view one, std::string_view more = {});
template <std::integral Number>
std::string counted(Number number, std::string_view one, std::string_view more = {}) {
  return counted(std::to_string(number), one, more);
}

/// Appends a number in decimal form. This is many times faster than fmt::format.
template <std::integral Number>
void append_number(Number number, std::string& out) {
  std::array<char, 24> digits;  // NOLINT: written before it is read
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

}  // namespace ldfi
