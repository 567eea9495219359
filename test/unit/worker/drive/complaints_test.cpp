#include "worker/drive/complaints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace ldfi::drive {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::string lines(const std::string& word, int first, int last) {
  std::string out;
  for (int i = first; i <= last; ++i) out += word + " " + std::to_string(i) + "\n";
  return out;
}

Complaints complaints_of(const std::string& text) {
  Complaints out;
  out.begin_step();
  out.add(text);
  return out;
}

TEST(Complaints, ShowsAllLinesIfThereAreFew) {
  EXPECT_EQ(complaints_of("").excerpt(), "");
  EXPECT_EQ(complaints_of("no way").excerpt(), "no way");
  EXPECT_EQ(complaints_of("a\r\n\n\tb\n").excerpt(), "a\n\n b");
  EXPECT_EQ(complaints_of(lines("l", 1, 20)).excerpt() + "\n", lines("l", 1, 20));
}

TEST(Complaints, ShowsTheFirstAndTheLastLinesOfMany) {
  EXPECT_EQ(complaints_of(lines("l", 1, 21)).excerpt() + "\n",
            lines("l", 1, 10) + "… (1 more lines)\n" + lines("l", 12, 21));
  // More than complaints keep. The excerpt omits the two lines that were cut.
  const std::string excerpt = complaints_of(lines("line", 1, 40'000)).excerpt() + "\n";
  EXPECT_EQ(excerpt,
            lines("line", 1, 10) + "… (39980 more lines)\n" + lines("line", 39'991, 40'000));
}

TEST(Complaints, ALineThatIsTooLongIsCut) {
  const std::string excerpt = complaints_of(std::string(10'000'000, 'x')).excerpt();
  EXPECT_LT(excerpt.size(), 2'000U);
  EXPECT_THAT(excerpt, StartsWith("xxx"));
  EXPECT_EQ(complaints_of(std::string(399, 'x') + "é!").excerpt(),
            std::string(399, 'x') + "… (3 more bytes)");
}

TEST(Complaints, BeginsWhereTheNodeLastWaited) {
  Complaints all = complaints_of("old\n");
  all.begin_step();
  EXPECT_EQ(all.excerpt(), "old") << "nothing is newer";
  all.add("new\n");
  EXPECT_EQ(all.excerpt(), "new");
  all.begin_step();
  all.begin_step();
  EXPECT_EQ(all.excerpt(), "new");
  all.clear();
  EXPECT_EQ(all.excerpt(), "");
  EXPECT_FALSE(all.has_any());
}

TEST(Complaints, EscapesControlCharactersButNotLineBreaks) {
  EXPECT_EQ(complaints_of("\x1b[2J\nb\x01\n").excerpt(), "\\x1b[2J\nb\\x01");
}

TEST(Complaints, NamesFilesAsTheUserWroteThem) {
  Complaints all;
  all.clear({{"/t/run/lib/node.py", "../lib/node.py"}, {"/t/run/", ""}});
  all.add(
      "File \"/t/run/node.py\", line 3\n"
      "file:///t/run/a.mjs:4\n"
      "/t/run/lib/node.py:1\n"
      "/other/t/run/x\n");
  EXPECT_EQ(all.excerpt(),
            "File \"node.py\", line 3\n"
            "a.mjs:4\n"
            "../lib/node.py:1\n"
            "/other/t/run/x");
}

}  // namespace
}  // namespace ldfi::drive
