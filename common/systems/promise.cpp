#include "common/systems/promise.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

namespace ldfi::systems {
namespace {

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
}

/// Returns the position after the `]` that closes the `[` at `begin`. Returns `begin` if no `]`
/// closes it.
std::size_t end_of_brackets(const std::string& text, std::size_t begin) {
  std::size_t open = 0;
  for (std::size_t i = begin; i < text.size(); ++i) {
    if (text[i] == '[') ++open;
    if (text[i] == ']' && --open == 0) return i + 1;
  }
  return begin;
}

}  // namespace

std::string promise_of(const std::string& whole, const std::vector<std::string>& nodes) {
  // After these words, the checker lin-kv lists operations that contradict each other. The list
  // differs between violations, so it is left out.
  constexpr std::string_view unexplained = " is not linearizable";
  const std::size_t words = whole.find(unexplained);
  const std::string violated =
      words == std::string::npos ? whole : whole.substr(0, words + unexplained.size());
  std::string out;
  for (std::size_t i = 0; i < violated.size();) {
    std::size_t end = i;
    while (end < violated.size() && is_of_word(violated[end])) ++end;
    const std::string word = violated.substr(i, end - i);
    if (end == i) {
      const std::size_t behind = violated[i] == '[' ? end_of_brackets(violated, i) : i;
      out += violated[i] == '[' && behind > i ? '#' : violated[i];
      i = std::max(behind, i + 1);
      continue;
    }
    i = end;
    const bool named = std::ranges::find(nodes, word) != nodes.end();
    const bool negative = word.size() > 1 && word[0] == '-' && word[1] >= '0' && word[1] <= '9';
    for (const char c : named ? "#" : word.substr(negative ? 1 : 0)) {
      const char plain = c >= '0' && c <= '9' ? '#' : c;
      if (plain != '#' || out.empty() || out.back() != '#') out += plain;
    }
  }
  return out;
}

}  // namespace ldfi::systems
