#include "results/views/draw/text_fit.hpp"

#include <gtest/gtest.h>

namespace ldfi::results {
namespace {

TEST(TextFit, CountsColumnsAndShortensTheMiddle) {
  EXPECT_EQ(display_width("größe"), 5U);
  EXPECT_EQ(display_width("日本"), 4U);
  EXPECT_EQ(shorten("abcdef", 6), "abcdef");
  EXPECT_EQ(shorten("abcdefgh", 5), "ab…gh");
  EXPECT_EQ(shorten("日本日本日本", 5), "日…本");
  EXPECT_LE(display_width(shorten(std::string(10'000, 'x'), 44)), 44U);
}

TEST(TextFit, LeavesOutWholeWordsAtTheEnd) {
  EXPECT_EQ(shorten_words("c1: read key=1", 14), "c1: read key=1");
  EXPECT_EQ(shorten_words("c1: read key=1", 13), "c1: read …");
  EXPECT_EQ(shorten_words("c1: read key=1", 10), "c1: read …");
  EXPECT_EQ(shorten_words("c1: read key=1", 9), "c1: …");
  EXPECT_EQ(shorten_words("abcdefgh i", 5), "ab… i");
  EXPECT_EQ(shorten_words("", 0), "");
}

}  // namespace
}  // namespace ldfi::results
