#include "common/base/printable_lines.hpp"

#include <gtest/gtest.h>

#include "common/base/diagnostic.hpp"

namespace ldfi {
namespace {

TEST(PrintableLines, KeepsLineBreaksAndEscapesTheRest) {
  EXPECT_EQ(printable_lines("a\x1b\nb\n"), "a\\x1b\nb\n");
  EXPECT_EQ(printable_lines("a\nb\nc", "  "), "a\n  b\n  c");
  EXPECT_EQ(printable_lines(""), "");
}

TEST(PrintableLines, StderrStandsBehindTheTextOrBelowIt) {
  EXPECT_EQ(with_stderr("n0 ended", ""), "n0 ended");
  EXPECT_EQ(with_stderr("n0 ended", "no way"), "n0 ended; the end of its stderr: no way");
  EXPECT_EQ(with_stderr("n0 ended", "first\nlast"), "n0 ended; its stderr:\n  first\n  last");
}

TEST(PrintableLines, OnlyADiagnosticAboutASystemHasLines) {
  Diagnostic one{Severity::error, "system", {FileId(~0U), 0, 0, 1}, "it ended:\n  a\x1b", {"do"}};
  EXPECT_EQ(render(one, {}), "error: it ended: [system]\n    a\\x1b\n  hint: do\n");
  one.code = "yaml";
  EXPECT_EQ(render(one, {}), "error: it ended:\\x0a  a\\x1b [yaml]\n  hint: do\n");
}

}  // namespace
}  // namespace ldfi
