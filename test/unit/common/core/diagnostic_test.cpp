#include "common/core/diagnostic.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/core/contract.hpp"

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

/// The caret's column in a rendered diagnostic, counted from the column of the line's first byte.
std::size_t caret_column(const std::string& text) {
  const std::size_t caret = text.find('^');
  return caret - text.find("    | ") - 6;
}

TEST(Render, PutsTheCaretBelowItsCharacterNotItsByte) {
  SourceSet sources;
  sources.add("a.ded", "log(\"n\xc3\xb6\xe2\x82\xac\", 'x');\nlog(\"\xe6\x97\xa5\", 'x');\n");
  EXPECT_EQ(caret_column(render(at(1, 15, 1), sources)),
            11U);  // after 14 bytes, which are 11 columns
  EXPECT_EQ(caret_column(render(at(2, 12, 1), sources)), 10U);  // a wide character takes two
  const std::string marked = render(at(1, 5, 8), sources);      // the string itself
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
  EXPECT_EQ(printable("\xc2\x9b"), "\\xc2\\x9b");           // C1: CSI
  EXPECT_EQ(printable("\xe2\x80\xae"), "\\xe2\\x80\\xae");  // right-to-left override
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
  EXPECT_EQ(closest("stpo", words), "");  // a swap counts twice, and short words must be near
  EXPECT_EQ(closest("see", words), "seed");
  EXPECT_EQ(closest("frobnicate", words), "");
  EXPECT_EQ(closest("seed", words), "");
  EXPECT_EQ(closest("", words), "");
  EXPECT_EQ(closest(std::string(1000, 's'), words), "");
  EXPECT_EQ(closest("x", {}), "");
}

}  // namespace
}  // namespace ldfi
