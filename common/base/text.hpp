// Properties of texts, and the written form of names in logs, fault sets and tuples.
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

/// Returns the length in bytes of the UTF-8 sequence at the beginning of `text`, which must not be
/// empty. Returns 0 if the sequence is incomplete, overlong, a surrogate, or beyond Unicode [RFC
/// 3629 §4].
std::size_t utf8_length(std::string_view text);

/// Returns the offset of the first byte that is NUL or not UTF-8, or nullopt if the whole text is
/// valid.
std::optional<std::size_t> first_non_text(std::string_view text);

/// Returns true if `text` can be written without quotes: it is not empty and consists of
/// [A-Za-z0-9._?-].
bool is_plain_word(std::string_view text);

/// Returns a plain word, such as `abc`, unchanged. Puts other texts in quotes, such as `"two
/// words"`. Quotes, backslashes, controls and invalid UTF-8 become \" \\ \n \t \r and \xNN. For
/// every s, unquote(word_or_quoted(s)) == s.
std::string word_or_quoted(std::string_view text);

/// Returns the text in quotes, even if it is a plain word. Otherwise the same as word_or_quoted().
std::string always_quoted(std::string_view text);

/// Largest number of bytes that one message shows of an external text.
inline constexpr std::size_t most_shown = 60;

/// Returns `text` if it has at most `most` bytes. Otherwise returns its first whole characters and
/// `…`.
std::string beginning(std::string_view text, std::size_t most = most_shown);

/// Returns the beginning of an external text for a message, in the form of word_or_quoted(). All
/// messages that repeat external text use this function, so that no message is as long as a file.
std::string shown(std::string_view text);

/// Returns the beginning of an external line for a message. Unlike shown(), this function adds no
/// quotes and allows more bytes.
std::string shown_line(std::string_view text);

/// Returns the first ten items, separated by `between`, and the number of the other items. Each
/// item is shortened as by shown_line().
std::string few_of(const std::vector<std::string>& items, std::string_view between);

/// Returns the text with each line cut to 4,000 bytes. Applied to all messages, in case a caller
/// forgot to shorten one.
std::string bounded_lines(std::string_view text);

/// Returns a number with its noun, such as `1 tick` or `3 ticks`. `more` is the plural if it is not
/// regular: `2 searches`.
std::string counted(std::string_view number, std::string_view one, std::string_view more = {});
template <std::integral Number>
std::string counted(Number number, std::string_view one, std::string_view more = {}) {
  return counted(std::to_string(number), one, more);
}

/// Appends a number in decimal. Many times faster than fmt::format.
template <std::integral Number>
void append_number(Number number, std::string& out) {
  std::array<char, 24> digits;  // NOLINT: written before it is read
  char* const end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
  out.append(digits.data(), end);
}

}  // namespace ldfi
