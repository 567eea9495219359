#include "common/prove/certificate/tokens.hpp"

#include <algorithm>
#include <cctype>

#include "common/prove/certificate/rejected.hpp"

namespace ldfi::certificate {
namespace {

bool is_word(char c) {
  return (std::isalnum(static_cast<unsigned char>(c)) != 0) || c == '.' || c == '_' || c == '?';
}

std::string read_string(const std::string& text, std::size_t& at, const Token& token) {
  std::string out;
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at) {
    if (text[at] != '\\') {
      out += text[at];
      continue;
    }
    const char c = ++at < text.size() ? text[at] : '\n';
    const std::string plain = "\"\\ntr";
    if (const auto i = plain.find(c); i != std::string::npos) {
      out += "\"\\\n\t\r"[i];
    } else if (c == 'x' && at + 2 < text.size() && std::isxdigit(text[at + 1]) != 0 &&
               std::isxdigit(text[at + 2]) != 0) {
      out += static_cast<char>(std::stoi(text.substr(at + 1, 2), nullptr, 16));
      at += 2;
    } else {
      fail(token, "unknown escape in a string");
    }
  }
  if (at >= text.size() || text[at] != '"') fail(token, "a string is not closed");
  ++at;
  return out;
}

}  // namespace

void fail(const Token& at, const std::string& what) {
  throw Rejected(at.where + ": " + what + " at `" + at.text + "`");
}

std::vector<Token> tokens(const std::string& file, const std::string& text) {
  std::vector<Token> out;
  int line = 1;
  std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  while (at < text.size()) {
    Token token{'y', "", file + ":" + std::to_string(line)};
    const char c = text[at];
    if (c == '\n') ++line;
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
      ++at;
    } else if (text.compare(at, 2, "//") == 0) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.compare(at, 2, "/*") == 0) {
      const std::size_t end = text.find("*/", at + 2);
      if (end == std::string::npos) fail(token, "a comment is not closed");
      for (; at < end + 2; ++at) line += text[at] == '\n' ? 1 : 0;
    } else if (c == '"') {
      token.kind = 's';
      token.text = read_string(text, at, token);
      out.push_back(token);
    } else {
      std::size_t size = 0;
      while (at + size < text.size() && is_word(text[at + size])) ++size;
      if (size == 0) {
        static const std::vector<std::string> doubles{":-", "==", "!=", "<=", ">="};
        for (const std::string& two : doubles) size = text.compare(at, 2, two) == 0 ? 2 : size;
        if (size == 0) size = 1;
      }
      token.text = text.substr(at, size);
      const bool digits = token.text.find_first_not_of("0123456789") == std::string::npos;
      if (is_word(c)) token.kind = digits ? 'i' : 'n';
      at += size;
      out.push_back(token);
    }
  }
  out.push_back({'e', "the end", file + ":" + std::to_string(line)});
  return out;
}

}  // namespace ldfi::certificate
