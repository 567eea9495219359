#include "common/base/text.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(PlainWord, IsWhatNeedsNoQuotes) {
  for (const char* plain : {"a", "Node_1", "10.0.0.1", "what?", "a-b", "none"}) {
    EXPECT_TRUE(is_plain_word(plain)) << plain;
    EXPECT_EQ(word_or_quoted(plain), plain);
  }
  for (const char* other : {"", "two words", "a,b", "a(b", "n\xc3\xb6", "a\n"}) {
    EXPECT_FALSE(is_plain_word(other)) << other;
  }
}

TEST(WordOrQuoted, EscapesIntoQuotes) {
  EXPECT_EQ(word_or_quoted(""), "\"\"");
  EXPECT_EQ(word_or_quoted("two words"), "\"two words\"");
  EXPECT_EQ(word_or_quoted("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(word_or_quoted("\n\t\r"), "\"\\n\\t\\r\"");
  EXPECT_EQ(word_or_quoted("\x1b\xff"), "\"\\x1b\\xff\"");
  EXPECT_EQ(word_or_quoted("n\xc3\xb6"), "\"n\xc3\xb6\"");
}

TEST(FirstNonText, FollowsTheStandard) {
  EXPECT_EQ(first_non_text("plain"), std::nullopt);
  EXPECT_EQ(first_non_text("\xed\xa0\x80"), 0U) << "surrogate";
  EXPECT_EQ(first_non_text("a\xc0\x80"), 1U) << "overlong";
  EXPECT_EQ(first_non_text("a\xf4\x90\x80\x80"), 1U) << "beyond Unicode";
  EXPECT_EQ(first_non_text("ab\xe2\x82"), 2U) << "cut";
  EXPECT_EQ(first_non_text(std::string_view("a\0b", 3)), 1U) << "NUL";
}

TEST(Beginning, NeverCutsACharacterInTwo) {
  EXPECT_EQ(beginning("short"), "short");
  EXPECT_EQ(beginning(std::string(60, 'x')), std::string(60, 'x'));
  EXPECT_EQ(beginning(std::string(59, 'x') + "\xc3\xb6\xc3\xb6"), std::string(59, 'x') + "…");
  EXPECT_EQ(beginning(std::string(100, '\x80')), std::string(60, '\x80') + "…");
  EXPECT_EQ(beginning("abc", 0), "…");
}

TEST(Shown, IsBoundedAndFitToBePrinted) {
  EXPECT_EQ(shown("n0"), "n0");
  EXPECT_EQ(shown("a\x1b"), "\"a\\x1b\"");
  EXPECT_EQ(shown(std::string(1000, 'x')), "\"" + std::string(60, 'x') + "…\"");
  EXPECT_EQ(shown_line("two words\x1b"), "two words\\x1b");
  EXPECT_EQ(shown_line(std::string(1000, 'x')), std::string(200, 'x') + "…");
}

TEST(FewOf, SaysHowManyMoreThereAre) {
  EXPECT_EQ(first_items_text({}, ", "), "");
  EXPECT_EQ(first_items_text({"a", "b"}, ", "), "a, b");
  EXPECT_EQ(first_items_text(std::vector<std::string>(10, "a"), " "), "a a a a a a a a a a");
  EXPECT_EQ(first_items_text(std::vector<std::string>(13, "a"), " "),
            "a a a a a a a a a a and 3 more");
}

TEST(BoundedLines, CutsEachLine) {
  EXPECT_EQ(bounded_lines("one\ntwo\n"), "one\ntwo\n");
  EXPECT_EQ(bounded_lines(std::string(9000, 'x') + "\ny"), std::string(4000, 'x') + "…\ny");
}

TEST(Counted, HasItsPlural) {
  EXPECT_EQ(counted(1, "tick"), "1 tick");
  EXPECT_EQ(counted(0, "tick"), "0 ticks");
  EXPECT_EQ(counted(std::uint64_t{12}, "search", "searches"), "12 searches");
  EXPECT_EQ(counted(1U, "search", "searches"), "1 search");
  EXPECT_EQ(counted("3.2e41", "fault set"), "3.2e41 fault sets");
}

}  // namespace
}  // namespace ldfi
