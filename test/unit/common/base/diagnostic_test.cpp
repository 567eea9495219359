#include "common/base/diagnostic.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/contract.hpp"

namespace ldfi {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Diagnostic at(int line, int column, int length, FileId file = FileId(0)) {
  return {Severity::error, "code", {file, line, column, length}, "message", {}};
}

TEST(Render, ShowsTheLineAndACaret) {
  SourceSet sources;
  sources.add("a.ded", "one\nlog(A, B, C);\r\n");
  Diagnostic d = at(2, 5, 4);
  d.hints = {"first", "second"};
  EXPECT_EQ(render(d, sources),
            "a.ded:2:5: error: message [code]\n"
            "  2 | log(A, B, C);\n"
            "    |     ^~~~\n"
            "  hint: first\n"
            "  hint: second\n");
}

TEST(Render, ShowsOnlyWhatThereIs) {
  SourceSet sources;
  sources.add("a.ded", "x");
  EXPECT_EQ(render(at(0, 0, 1), sources), "a.ded: error: message [code]\n");
  EXPECT_EQ(render(at(1, 1, 1, FileId(~0U)), sources), "error: message [code]\n");
  EXPECT_EQ(render(at(9, 9, 9), sources), "a.ded:9:9: error: message [code]\n  9 | \n    | ^\n");
}

TEST(Render, EscapesWhatCouldDriveATerminal) {
  SourceSet sources;
  sources.add("\x1b[2J.ded", "a\x1b]0;t\x07 \xff\tb");
  Diagnostic d = at(1, 11, 1);
  d.message = "\x1b[31m";
  d.hints = {"\x9b"};
  const std::string text = render(d, sources);
  for (const char* bad : {"\x1b", "\x07", "\xff", "\x9b"}) EXPECT_THAT(text, Not(HasSubstr(bad)));
  EXPECT_THAT(text, HasSubstr("  1 | a\\x1b]0;t\\x07 \\xff b\n"));
  EXPECT_THAT(text, HasSubstr("    | " + std::string(19, ' ') + "^\n"));
}

std::string utf8(char32_t c) {
  const auto byte = [](char32_t b) { return static_cast<char>(static_cast<unsigned char>(b)); };
  if (c < 0x80) return {byte(c)};
  if (c < 0x800) return {byte(0xC0 | c >> 6), byte(0x80 | (c & 0x3F))};
  if (c < 0x10000) {
    return {byte(0xE0 | c >> 12), byte(0x80 | (c >> 6 & 0x3F)), byte(0x80 | (c & 0x3F))};
  }
  return {byte(0xF0 | c >> 18), byte(0x80 | (c >> 12 & 0x3F)), byte(0x80 | (c >> 6 & 0x3F)),
          byte(0x80 | (c & 0x3F))};
}

TEST(Printable, ShowsWhatNobodySees) {
  const std::pair<char32_t, char32_t> unseen[] = {
      {0x1, 0x8},        {0xA, 0x1F},      {0x7F, 0x9F},     {0xAD, 0xAD},       {0x34F, 0x34F},
      {0x61C, 0x61C},    {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200F},
      {0x2028, 0x202E},  {0x2060, 0x206F}, {0x2800, 0x2800}, {0x3164, 0x3164},   {0xFE00, 0xFE0F},
      {0xFEFF, 0xFEFF},  {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},
      {0xE0000, 0xE0FFF}};
  for (const auto& [first, last] : unseen) {
    for (char32_t c = first; c <= last; ++c) {
      std::string escaped;
      for (const char b : utf8(c))
        escaped += fmt::format("\\x{:02x}", static_cast<unsigned char>(b));
      for (const char* before : {"", "a", "\xe6\x97\xa5"}) {
        EXPECT_EQ(printable(before + utf8(c) + "z"), before + escaped + "z") << std::hex << +c;
      }
    }
  }
  for (const char32_t c :
       {U' ',       U'~',       U'\xA0',    U'\xAC',    U'\xAE',    U'\x34E',   U'\x350',
        U'\x61B',   U'\x61D',   U'\x115E',  U'\x1161',  U'\x17B3',  U'\x17B6',  U'\x180A',
        U'\x1810',  U'\x200A',  U'\x2010',  U'\x2027',  U'\x202F',  U'\x205F',  U'\x2070',
        U'\x27FF',  U'\x2801',  U'\x3163',  U'\x3165',  U'\x65E5',  U'\xFE10',  U'\xFEFE',
        U'\xFF00',  U'\xFF9F',  U'\xFFA1',  U'\xFFEF',  U'\xFFFC',  U'\xFFFD',  U'\x1BC9F',
        U'\x1BCA4', U'\x1D172', U'\x1D17B', U'\x1F600', U'\xDFFFF', U'\xE1000', U'\x10FFFF'}) {
    EXPECT_EQ(printable(utf8(c)), utf8(c)) << std::hex << +c;
  }
}

TEST(Render, CutsLongLinesAroundTheCaret) {
  SourceSet sources;
  sources.add("a.ded", std::string(5000, 'x') + "HERE" + std::string(5000, 'y'));
  const std::string text = render(at(1, 5001, 4), sources);
  EXPECT_LT(text.size(), 500U);
  EXPECT_THAT(text, HasSubstr("xHEREy"));
  const std::size_t line = text.find("  1 | ");
  const std::size_t here = text.find("HERE", line) - line;
  const std::size_t caret_line = text.find("    | ", line + 1);
  // The ellipsis is three bytes, but one column.
  EXPECT_EQ(text.find("^~~~", caret_line) - caret_line, here - 2);
}

/// Returns the column of the caret in a rendered diagnostic, counted from the column of the first byte of the
/// source line.
std::size_t caret_column(const std::string& text) {
  const std::size_t caret = text.find('^');
  return caret - text.find("    | ") - 6;
}

TEST(Render, PutsTheCaretBelowItsCharacterNotItsByte) {
  SourceSet sources;
  sources.add("a.ded", "log(\"n\xc3\xb6\xe2\x82\xac\", 'x');\nlog(\"\xe6\x97\xa5\", 'x');\n");
  EXPECT_EQ(caret_column(render(at(1, 15, 1), sources)),
            11U);  // the caret is after 14 bytes, which take 11 columns
  // A wide character takes two columns.
  EXPECT_EQ(caret_column(render(at(2, 12, 1), sources)), 10U);
  // Marks the string itself, without its escapes.
  const std::string marked = render(at(1, 5, 8), sources);
  EXPECT_THAT(marked, HasSubstr("^~~~~\n"));
}

TEST(Render, CutsLongLinesBetweenCharacters) {
  SourceSet sources;
  std::string line;
  for (int i = 0; i < 1000; ++i) line += "\xe2\x82\xac";
  sources.add("a.ded", line);
  for (const int column : {1501, 1504, 1507}) {
    const std::string text = render(at(1, column, 3), sources);
    EXPECT_THAT(text, Not(HasSubstr("\\x")));
    EXPECT_THAT(text, HasSubstr("^\n"));
  }
}

TEST(Render, SortsAndCounts) {
  SourceSet sources;
  sources.add("a.ded", "x\ny\n");
  sources.add("b.ded", "z\n");
  Diagnostic warning = at(1, 1, 1);
  warning.severity = Severity::warning;
  const std::string text = render({at(1, 1, 1, FileId(1)), at(2, 1, 1), warning}, sources);
  EXPECT_LT(text.find("a.ded:1"), text.find("a.ded:2"));
  EXPECT_LT(text.find("a.ded:2"), text.find("b.ded:1"));
  EXPECT_THAT(text, HasSubstr("\n2 errors, 1 warning\n"));
  EXPECT_EQ(render(std::vector<Diagnostic>{}, sources), "");
  EXPECT_THAT(render(std::vector{warning}, sources), HasSubstr("\n1 warning\n"));
}

TEST(HasErrors, IgnoresWarnings) {
  Diagnostic warning = at(1, 1, 1);
  warning.severity = Severity::warning;
  EXPECT_FALSE(has_errors({warning}));
  EXPECT_TRUE(has_errors({warning, at(1, 1, 1)}));
}

TEST(SourceSet, FindsLines) {
  SourceSet sources;
  const FileId file = sources.add("a", "one\r\ntwo\n\nfour");
  EXPECT_EQ(sources.line(file, 1), "one");
  EXPECT_EQ(sources.line(file, 3), "");
  EXPECT_EQ(sources.line(file, 4), "four");
  EXPECT_EQ(sources.line(file, 5), "");
  EXPECT_EQ(sources.line(file, 0), "");
  EXPECT_THROW(static_cast<void>(sources.name(FileId(1))), InternalError);
}

TEST(Printable, KeepsTextAndEscapesTheRest) {
  EXPECT_EQ(printable("plain n\xc3\xb6\x64\x65 \xe2\x82\xac \xf0\x9f\x98\x80"),
            "plain n\xc3\xb6\x64\x65 \xe2\x82\xac \xf0\x9f\x98\x80");
  EXPECT_EQ(printable("a\tb"), "a b");
  EXPECT_EQ(printable(std::string("\0\x1b\x7f\n", 4)), "\\x00\\x1b\\x7f\\x0a");
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");  // the control character CSI
  // The character that switches to right-to-left.
  EXPECT_EQ(printable("\xe2\x80\xae"), "\\xe2\\x80\\xae");
}

TEST(Printable, EscapesInvalidUtf8) {
  for (const char* bad : {"\xff", "\xc0\x80", "\xc3", "\xe0\x80\x80", "\xed\xa0\x80",
                          "\xf4\x90\x80\x80", "\xf0\x8f\xbf\xbf", "\x80"}) {
    EXPECT_EQ(printable(bad).substr(0, 2), "\\x") << printable(bad);
  }
}

TEST(Closest, FindsLikelyTypos) {
  const std::vector<std::string> words{"strategy", "stop", "seed", "eot"};
  EXPECT_EQ(closest("stratgy", words), "strategy");
  // A swap counts twice, and a short word has few neighbours.
  EXPECT_EQ(closest("stpo", words), "");
  EXPECT_EQ(closest("see", words), "seed");
  EXPECT_EQ(closest("frobnicate", words), "");
  EXPECT_EQ(closest("seed", words), "");
  EXPECT_EQ(closest("", words), "");
  EXPECT_EQ(closest(std::string(1000, 's'), words), "");
  EXPECT_EQ(closest("x", {}), "");
}

}  // namespace
}  // namespace ldfi
