#include "common/base/display_width.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(DisplayWidth, CountsColumns) {
  EXPECT_EQ(display_width(""), 0U);
  EXPECT_EQ(display_width("log(A, B)"), 9U);
  EXPECT_EQ(display_width("na\xc3\xafve \xe2\x80\xa6 \xe2\x82\xac"), 9U);
  EXPECT_EQ(display_width("\xe6\x97\xa5\xe6\x9c\xac"), 4U);  // two Chinese characters
  EXPECT_EQ(display_width("\xf0\x9f\x98\x80"), 2U);          // an emoji
  EXPECT_EQ(display_width("a\tb"), 3U);
  EXPECT_EQ(display_width("e\xcc\x81"), 1U);         // the letter e with a combining accent
  EXPECT_EQ(display_width("\xf0\x90\x8d\x88"), 1U);  // a Gothic letter, beyond 16 bits
}

TEST(DisplayWidth, TakesAnyBytes) {
  EXPECT_EQ(display_width("\xff\x80"), 2U);
  EXPECT_EQ(display_width("\xe6"), 1U);  // a character that is cut off
  EXPECT_EQ(display_width("\xc3("), 2U);
}

}  // namespace
}  // namespace ldfi
