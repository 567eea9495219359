#include "common/base/diagnostic.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "common/base/contract.hpp"
#include "common/base/display_width.hpp"
#include "common/base/printable_lines.hpp"
#include "common/base/text.hpp"

namespace ldfi {

FileId SourceSet::add(std::string name, std::string text) {
  files_.push_back({std::move(name), std::move(text)});
  return FileId(files_.size() - 1);
}

const std::string& SourceSet::name(FileId file) const {
  LDFI_REQUIRE(file.index() < files_.size(), "the source file was added before");
  return files_[file.index()].name;
}

const std::string& SourceSet::text(FileId file) const {
  LDFI_REQUIRE(file.index() < files_.size(), "the source file was added before");
  return files_[file.index()].text;
}

std::string_view SourceSet::line(FileId file, int line) const {
  if (file.index() >= files_.size() || line < 1) return {};
  std::string_view rest = files_[file.index()].text;
  for (int i = 1; i < line; ++i) {
    const auto end = rest.find('\n');
    if (end == std::string_view::npos) return {};
    rest.remove_prefix(end + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

namespace {

/// Returns the Unicode code point of a character that is one valid UTF-8 sequence.
char32_t code_point(std::string_view character) {
  const auto first = static_cast<unsigned char>(character.front());
  if (character.size() == 1) return first;
  char32_t c = first & (0x7FU >> character.size());
  for (const char byte : character.substr(1)) {
    c = (c << 6U) | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return c;
}

struct Range {
  char32_t first;
  char32_t last;
};

// Ranges of characters that are invisible or control the terminal: Unicode's control characters,
// its Default_Ignorable_Code_Point (version 15), line and paragraph separators, and annotation
// marks.
constexpr std::array<Range, 20> harmful{
    {{0x0, 0x1F},      {0x7F, 0x9F},       {0xAD, 0xAD},       {0x34F, 0x34F},
     {0x61C, 0x61C},   {0x115F, 0x1160},   {0x17B4, 0x17B5},   {0x180B, 0x180F},
     {0x200B, 0x200F}, {0x2028, 0x202E},   {0x2060, 0x206F},   {0x2800, 0x2800},
     {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
     {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}}};

/// Returns true for characters that control a terminal, reorder text, or are invisible.
bool is_harmful(std::string_view character) {
  const char32_t c = code_point(character);
  const auto* const after = std::upper_bound(
      harmful.begin(), harmful.end(), c, [](char32_t value, Range r) { return value < r.first; });
  return after != harmful.begin() && c <= (after - 1)->last;
}

void append_printable(std::string& out, std::string_view character) {
  if (!is_harmful(character)) {
    out += character;
    return;
  }
  for (char c : character) out += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
}

/// Returns the offset in `text` at which the UTF-8 character begins that contains the byte at
/// offset `at`.
std::size_t character_start(std::string_view text, std::size_t at) {
  const std::size_t back = std::min<std::size_t>(at, 3);
  for (std::size_t i = 1; i <= back && at < text.size(); ++i) {
    const std::size_t length = utf8_length(text.substr(at - i));
    if (length != 0) return length > i ? at - i : at;
  }
  return at;
}

/// A part of a long source line, about `width` bytes around the caret. `caret` is the column of the
/// caret on the terminal.
struct Excerpt {
  std::string text;
  std::size_t caret = 0;
  std::size_t length = 1;
};

Excerpt excerpt(std::string_view line, std::size_t column, std::size_t length) {
  constexpr std::size_t width = 160;
  column = std::min(column, line.size());
  std::size_t begin = 0;
  Excerpt out;
  if (line.size() > width && column > width / 2) {
    begin = character_start(line, column - width / 2);
    out.text = "…";
    out.caret = 1;
  }
  const std::size_t end = std::min(line.size(), character_start(line, begin + width));
  const std::size_t marked_end = std::min(column + length, end);
  const std::string before = printable(line.substr(begin, column - begin));
  const std::string marked = printable(line.substr(column, marked_end - column));
  out.caret += display_width(before);
  out.length = std::max<std::size_t>(1, display_width(marked));
  out.text += before + marked + printable(line.substr(marked_end, end - marked_end));
  if (end < line.size()) out.text += "…";
  return out;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    if (text[0] == '\t') {
      out += ' ';
      text.remove_prefix(1);
      continue;
    }
    const std::size_t length = utf8_length(text);
    if (length == 0) {
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[0]));
      text.remove_prefix(1);
    } else {
      append_printable(out, text.substr(0, length));
      text.remove_prefix(length);
    }
  }
  return out;
}

namespace {

/// Splits a message into its first line and the other lines. Only a diagnostic with code "system"
/// may have several lines, because it can quote the output of a process. In other diagnostics, line
/// breaks are escaped.
std::pair<std::string_view, std::string_view> head_and_lines(const Diagnostic& d) {
  const std::string_view all = d.message;
  const std::size_t end = d.code == "system" ? all.find('\n') : std::string_view::npos;
  if (end == std::string_view::npos) return {all, {}};
  return {all.substr(0, end), all.substr(end + 1)};
}

}  // namespace

std::string render(const Diagnostic& d, const SourceSet& sources) {
  std::string out;
  const bool located = d.where.file.index() < sources.size();
  if (located) {
    out += printable(sources.name(d.where.file));
    if (d.where.line > 0) out += fmt::format(":{}:{}", d.where.line, d.where.column);
    out += ": ";
  }
  const auto [first, more] = head_and_lines(d);
  out += fmt::format("{}: {} [{}]\n", d.severity == Severity::error ? "error" : "warning",
                     printable(bounded_lines(first)), d.code);
  if (!more.empty()) out += fmt::format("  {}\n", printable_lines(bounded_lines(more), "  "));
  if (located && d.where.line > 0) {
    const auto column = static_cast<std::size_t>(std::max(d.where.column, 1) - 1);
    const Excerpt e = excerpt(sources.line(d.where.file, d.where.line), column,
                              static_cast<std::size_t>(std::max(d.where.length, 1)));
    const std::string number = std::to_string(d.where.line);
    out += fmt::format("  {} | {}\n", number, e.text);
    out += fmt::format("  {} | {}^{}\n", std::string(number.size(), ' '), std::string(e.caret, ' '),
                       std::string(e.length - 1, '~'));
  }
  for (const std::string& hint : d.hints)
    out += fmt::format("  hint: {}\n", printable(bounded_lines(hint)));
  return out;
}

std::string render(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
  std::vector<const Diagnostic*> order;
  for (const Diagnostic& d : diagnostics) order.push_back(&d);
  std::stable_sort(order.begin(), order.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return std::tie(a->where.file, a->where.line, a->where.column) <
           std::tie(b->where.file, b->where.line, b->where.column);
  });
  std::string out;
  int errors = 0;
  int warnings = 0;
  for (const Diagnostic* d : order) {
    out += render(*d, sources);
    ++(d->severity == Severity::error ? errors : warnings);
  }
  const auto plural = [](int n, const char* word) {
    return fmt::format("{} {}{}", n, word, n == 1 ? "" : "s");
  };
  if (errors > 0 && warnings > 0) {
    out += plural(errors, "error") + ", " + plural(warnings, "warning") + "\n";
  } else if (errors + warnings > 0) {
    out += (errors > 0 ? plural(errors, "error") : plural(warnings, "warning")) + "\n";
  }
  return out;
}

bool has_errors(const std::vector<Diagnostic>& diagnostics) {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const Diagnostic& d) { return d.severity == Severity::error; });
}

bool suggests(const std::vector<Diagnostic>& problems, std::string_view word) {
  const std::string hint = fmt::format("did you mean {}?", word);
  return std::ranges::any_of(
      problems, [&hint](const Diagnostic& one) { return std::ranges::count(one.hints, hint) > 0; });
}

std::string closest(std::string_view word, const std::vector<std::string>& candidates) {
  std::string best;
  if (word.size() > 64) return best;
  std::size_t best_distance = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    if (candidate.size() > 64 || candidate == word) continue;
    std::vector<std::size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i;
      for (std::size_t j = 1; j <= candidate.size(); ++j) {
        const std::size_t substituted = diagonal + (word[i - 1] == candidate[j - 1] ? 0 : 1);
        diagonal = row[j];
        row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace ldfi
